#include "formats/state_arrays.hpp"

#include "io/trajectory_quantities.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {
namespace {

std::vector<std::string> along_axes(std::string_view name) {
    std::vector<std::string> columns;
    for (const char axis : {'x', 'y', 'z'}) columns.push_back(fmt::format("{}_{}", name, axis));
    return columns;
}

std::vector<std::string> counted(std::string_view name, std::size_t count) {
    std::vector<std::string> columns;
    for (std::size_t i = 1; i <= count; ++i) columns.push_back(fmt::format("{}_{}", name, i));
    return columns;
}

void append(std::vector<double>& out, const Eigen::Vector3d& v) {
    out.insert(out.end(), {v.x(), v.y(), v.z()});
}

}  // namespace

std::vector<StateArray> state_arrays(const StatesSeen& seen, const AttitudeForm& form) {
    const Ensemble& ensemble = seen.ensemble;
    const EnsembleIntegrator& integrator = seen.integrator;
    using Numbers = std::vector<double>;
    const TrajectoryQuantity attitude = attitude_quantity(form);
    std::vector<StateArray> arrays{
        {attitude.name, attitude.columns, attitude.unit,
         [&](std::size_t k, Numbers& out) {
             const Numbers numbers = form.numbers(ensemble.state(k).attitude);
             out.insert(out.end(), numbers.begin(), numbers.end());
         }},
        {"momentum", along_axes("momentum"), "I/T",
         [&](std::size_t k, Numbers& out) { append(out, ensemble.state(k).momentum); }},
        {"angular_velocity", along_axes("angular_velocity"), "rad/T",
         [&](std::size_t k, Numbers& out) { append(out, integrator.angular_velocity(k)); }},
        {"failed",
         {"failed"},
         "1",
         [&](std::size_t k, Numbers& out) { out.push_back(seen.failed[k]); },
         true},
    };
    if (!ensemble.moments().common())
        arrays.push_back({"moments", counted("moment", 3), "I",
                          [&](std::size_t k, Numbers& out) { append(out, ensemble.body(k).moments()); }});
    if (!ensemble.parameters().common())
        arrays.push_back({"parameters", counted("parameter", parameter_count(ensemble.common_torque())), "",
                          [&](std::size_t k, Numbers& out) {
                              const std::vector<double> p = parameters_of(ensemble.torque(k));
                              out.insert(out.end(), p.begin(), p.end());
                          }});
    if (integrator.has_control())
        arrays.push_back({"command", along_axes("command"), "",
                          [&](std::size_t k, Numbers& out) { append(out, integrator.command(k).value); }});
    if (const std::size_t wheels = integrator.wheel_momenta(0).size(); wheels > 0)
        arrays.push_back(
            {"wheel_momenta", counted("wheel_momentum", wheels), "I/T", [&](std::size_t k, Numbers& out) {
                 const std::vector<double> momenta = integrator.wheel_momenta(k);
                 out.insert(out.end(), momenta.begin(), momenta.end());
             }});
    return arrays;
}

std::size_t numbers_of_state(const EnsembleSetup& setup, const AttitudeForm& form) {
    const auto& correlated = setup.correlated;
    std::size_t numbers = form.columns().size() + 3 + 3;
    if (setup.inertia
        || (correlated && std::ranges::find(correlated->names, "inertia") != correlated->names.end()))
        numbers += 3;
    if (!setup.parameters.empty() || correlated) numbers += parameter_count(setup.problem.torque);
    if (setup.problem.control) numbers += 3;
    return numbers + setup.problem.wheels.size();
}

}  // namespace polhode
