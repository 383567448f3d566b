#include "io/trajectory_quantities.hpp"

#include <limits>
#include <utility>

namespace polhode {
namespace {

TrajectoryQuantity along_axes(const std::string& name, std::string unit) {
    return {name, {name + "_x", name + "_y", name + "_z"}, std::move(unit)};
}

}  // namespace

TrajectoryQuantity attitude_quantity(const AttitudeForm& form) {
    const std::vector<AttitudeForm::Column> columns = form.columns();
    const bool usual = form.name() == AttitudeForm().name();
    TrajectoryQuantity quantity{usual ? "attitude" : form.name(), {}, std::string(columns.front().unit)};
    if (quantity.unit.empty()) quantity.unit = "1";
    for (const AttitudeForm::Column& column : columns) quantity.columns.push_back(column.name);
    return quantity;
}

std::vector<TrajectoryQuantity> trajectory_quantities(const AttitudeForm& form) {
    return {{"time", {"time"}, "T"},         attitude_quantity(form),
            along_axes("momentum", "I/T"),   along_axes("space_momentum", "I/T"),
            {"energy", {"energy"}, "I/T^2"}, along_axes("angular_velocity", "rad/T")};
}

std::vector<double> trajectory_numbers(const Sample& sample, const AttitudeForm& form) {
    std::vector<double> numbers{sample.time};
    const auto append = [&](const auto& some) { numbers.insert(numbers.end(), some.begin(), some.end()); };
    append(form.numbers(sample.state.attitude));
    append(sample.state.momentum);
    append(sample.spatial_momentum);
    numbers.push_back(sample.energy.value_or(std::numeric_limits<double>::quiet_NaN()));
    append(sample.angular_velocity);
    return numbers;
}

}  // namespace polhode
