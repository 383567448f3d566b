/// Bytes as a file of numbers, which is read as a table and as rows of an ensemble.
#pragma once

#include "io/array_rows.hpp"
#include "target.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::fuzz {

/// The name's ending decides how the file is read.
inline void read_numbers(const char* name, std::string_view bytes) {
    const std::filesystem::path file = scratch_folder() / name;
    write_file(file, bytes);
    succeeds([&] {
        const std::vector<double> rows = read_rows(file, {4, 3, 1, 3}).or_throw();
        require(rows.size() == 6, "rows that were not asked for");
    });
    succeeds([&] {
        const std::vector<double> table = read_table(file, 4).or_throw();
        require(table.size() % 4 == 0, "half a row");
        require(std::ranges::all_of(table, [](double x) { return std::isfinite(x); }), "no finite number");
    });
}

}  // namespace polhode::fuzz
