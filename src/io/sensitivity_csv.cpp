#include "io/sensitivity_csv.hpp"

#include <fmt/format.h>
#include <array>

namespace polhode {

std::string sensitivity_csv_header() {
    constexpr std::array directions{"turn_x", "turn_y", "turn_z", "momentum_x", "momentum_y", "momentum_z"};
    std::string out = "time";
    for (const char* row : directions)
        for (const char* column : directions) out += fmt::format(",{}_by_{}", row, column);
    return out + '\n';
}

std::string sensitivity_csv_row(const Sample& sample) {
    std::string out = fmt::format("{}", sample.time);
    for (const auto& row : sample.transition->rowwise())
        for (const double entry : row) out += fmt::format(",{}", entry);
    return out + '\n';
}

}  // namespace polhode
