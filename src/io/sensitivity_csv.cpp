#include "io/sensitivity_csv.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

const std::vector<std::string>& directions() {
    static const std::vector<std::string> names{"turn_x",     "turn_y",     "turn_z",
                                                "momentum_x", "momentum_y", "momentum_z"};
    return names;
}

template <class Matrix>
std::string row_of(double time, const Matrix& matrix) {
    std::string out = fmt::format("{}", time);
    for (const auto& row : matrix.rowwise())
        for (const double entry : row) out += fmt::format(",{}", entry);
    return out + '\n';
}

}  // namespace

std::string sensitivity_csv_header() { return parameter_sensitivity_csv_header(directions()); }

std::string parameter_sensitivity_csv_header(const std::vector<std::string>& names) {
    std::string out = "time";
    for (const std::string& row : directions())
        for (const std::string& column : names) out += fmt::format(",{}_by_{}", row, column);
    return out + '\n';
}

std::string sensitivity_csv_row(const Sample& sample) { return row_of(sample.time, *sample.transition); }

std::string parameter_sensitivity_csv_row(const Sample& sample) {
    return row_of(sample.time, *sample.by_parameters);
}

}  // namespace polhode
