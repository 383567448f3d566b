/// Rows of numbers from a user's file: NPY (float64, row by row) or CSV.
#pragma once

#include "polhode/ensemble/setup.hpp"

#include <filesystem>
#include <vector>

namespace polhode {

/// Row after row. A CSV file may begin with a line of names; blank lines and lines that begin with # are
/// skipped. An Error names the file, its shape or the line, what was expected.
Expected<std::vector<double>> read_rows(const std::filesystem::path& file, const RowsWanted& wanted);
/// All rows, however many there are.
Expected<std::vector<double>> read_table(const std::filesystem::path& file, std::size_t columns);

}  // namespace polhode
