/// Rows of numbers from a file of a user's: NPY (float64, row by row) or CSV.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace polhode {

struct RowsWanted {
    std::size_t count, columns;  ///< that the file must have
    std::size_t first, last;     ///< rows first … last − 1 are returned
};

/// Row after row. A CSV file may begin with a line of names; blank lines and lines that begin with # are skipped.
/// Throws InputError: the file, its shape or the line, what was expected.
std::vector<double> read_rows(const std::filesystem::path& file, const RowsWanted& wanted);

}  // namespace polhode
