#include "io/control_csv.hpp"

#include "io/csv_text.hpp"

#include <fmt/format.h>

namespace polhode {

std::string control_csv_header(const Control& control, const std::vector<Wheel>& wheels) {
    const std::string_view what = std::holds_alternative<BDot>(control.law) ? "moment" : "torque";
    std::string out = fmt::format("time,{0}_x,{0}_y,{0}_z", what);
    for (const Wheel& wheel : wheels) out += ',' + csv_text(wheel.name);
    return out + '\n';
}

std::string control_csv_row(const ControlRecord& record) {
    const Eigen::Vector3d& v = record.command.value;
    std::string out = fmt::format("{},{},{},{}", record.time, v.x(), v.y(), v.z());
    for (const double momentum : record.wheel_momenta) out += fmt::format(",{}", momentum);
    return out + '\n';
}

}  // namespace polhode
