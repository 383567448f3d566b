/// The scenario of tests that run `polhode ensemble`: heavy tops that are drawn at random.
#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace polhode::test {

struct TopsScenario {
    double step = 0.1, end = 2;
    int count = 300;
    std::string snapshots = "[0, 0.99]";
    bool weights_are_drawn = true;
};

/// How their angular velocities are given.
inline constexpr std::string_view drawn_rates =
    "distribution = \"normal\"\nmean = [0.45549, 0.82623, 0.03476]\nsigma = 0.2\n";

inline constexpr std::string_view drawn_weights =
    "[ensemble.parameter]\nname = \"weight_moment\"\ndistribution = \"uniform\"\nlow = 1\nhigh = 3\n";

inline std::string tops_scenario(const TopsScenario& tops = {}) {
    return fmt::format(R"(
[body]
inertia = [3, 2, 1.5]
[torque]
model = "heavy-top"
weight_moment = 2
[integrate]
step = {}
end = {}
[ensemble]
count = {}
seed = 7
[ensemble.attitude]
distribution = "uniform"
[ensemble.angular_velocity]
{}[ensemble.inertia]
distribution = "normal"
sigma = 0.05
{}[output]
snapshots = {}
statistics = 10
)",
                       tops.step, tops.end, tops.count, drawn_rates,
                       tops.weights_are_drawn ? drawn_weights : "", tops.snapshots);
}

/// A control for them.
inline const std::string with_b_dot =
    "[control]\nlaw = \"b-dot\"\ngain = 0.3\nfield = [0, 1, 1]\nperiod = 0.2\n";

}  // namespace polhode::test
