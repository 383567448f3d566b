/// A paper's printed numbers, from studies/NAME/published.csv: figure,row,column,published.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polhode::reproduce {

struct Printed {
    std::string figure, row, column, value;  ///< the value as printed, digits and all
};

/// Throws std::logic_error for an invalid file: it is part of the program.
std::vector<Printed> read_published(std::string_view csv);

}  // namespace polhode::reproduce
