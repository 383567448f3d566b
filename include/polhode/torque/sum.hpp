/// Several torques at once: their sum. Each may act between given times only.
#pragma once

#include "polhode/scalar/scalar.hpp"
#include "polhode/torque/sheet.hpp"

#include <limits>
#include <tuple>
#include <vector>

namespace polhode {

/// From one time to another.
struct TimeSpan {
    double from = -std::numeric_limits<double>::infinity();
    double to = std::numeric_limits<double>::infinity();

    bool contains(double t) const { return from <= t && t <= to; }
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

namespace core {

/// The time of an evaluation as a plain number. All lanes have the same.
template <class Scalar>
double plain_time(const Scalar& t) {
    const auto value = value_of(t);
    if constexpr (is_pack<std::remove_cvref_t<decltype(value)>>)
        return value.lane(0);
    else
        return static_cast<double>(value);
}

}  // namespace core

struct TorquePart;  // torque/torque.hpp: a torque of any kind, with its name and the times at which it acts

struct TorqueSum {
    static constexpr TorqueSheet sheet{
        .name = "sum", .title = "several torques at once", .formula = "the sum of its parts"};
    static constexpr std::tuple<> parameters() { return {}; }

    std::vector<TorquePart> parts;
    /// Where the time of an evaluation is: strictly inside, also for one at its very end, so that a torque
    /// that jumps there is taken from this side.
    TimeSpan piece = {};
};

}  // namespace polhode
