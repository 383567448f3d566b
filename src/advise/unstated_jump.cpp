#include "advise/unstated_jump.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>
#include <vector>

namespace polhode {
namespace {

/// A torque's values over time, of which one may be far from its neighbour.
using Values = std::vector<Eigen::Vector3d>;

constexpr std::size_t intervals = 256;
constexpr std::size_t most_candidates = 4;  // intervals with the largest changes
/// Of the run: what changes within a time as short as this is taken for a jump.
constexpr double shortest = 1e-12;

/// Halves an interval towards the larger change; nothing if what changes there does so over some time.
template <class Function>
std::optional<double> jump_within(const Function& f, double from, double to, double width) {
    Eigen::Vector3d before = f(from), after = f(to);
    const double whole = (after - before).norm();
    while (to - from > width) {
        const double middle = from + (to - from) / 2;
        if (!(middle > from && middle < to)) break;
        const Eigen::Vector3d value = f(middle);
        if ((value - before).norm() > (after - value).norm()) {
            to = middle;
            after = value;
        } else {
            from = middle;
            before = value;
        }
        if (!((after - before).norm() > 0.5 * whole)) return std::nullopt;
    }
    return to;
}

/// A function, and when it acts: all the time, or within one of the spans of each of these.
struct Acting {
    const CustomTorque* custom;
    std::vector<const std::vector<TimeSpan>*> on;

    bool at(double t) const {
        return std::ranges::all_of(on, [&](const std::vector<TimeSpan>* spans) {
            return spans->empty()
                || std::ranges::any_of(*spans, [&](const TimeSpan& span) { return span.contains(t); });
        });
    }
};

void collect(const Torque& torque, const std::vector<const std::vector<TimeSpan>*>& on,
             std::vector<Acting>& all) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) {
        for (const TorquePart& part : sum->parts) {
            auto within = on;
            within.push_back(&part.on);
            collect(part.torque, within, all);
        }
    } else if (const auto* custom = std::get_if<CustomTorque>(&torque)) {
        all.push_back({custom, on});
    }
}

/// Of a function of time, elsewhere than at the times that it states.
template <class Function>
std::optional<double> jump_of(const Function& f, double end, const std::vector<double>& stated) {
    const auto time = [&](std::size_t i) {
        return end * (static_cast<double>(i) / static_cast<double>(intervals));
    };
    Values values;
    double largest = 0;
    for (std::size_t i = 0; i <= intervals; ++i) {
        values.push_back(f(time(i)));
        if (const double size = values.back().norm(); std::isfinite(size)) largest = std::max(largest, size);
    }
    const auto change = [&](std::size_t i) { return (values[i + 1] - values[i]).norm(); };
    const auto is_stated = [&](std::size_t i) {
        return std::ranges::any_of(stated, [&](double t) { return time(i) <= t && t <= time(i + 1); });
    };
    constexpr double visible = 1e-6;
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < intervals; ++i)
        if (std::isfinite(change(i)) && change(i) > visible * largest && !is_stated(i))
            candidates.push_back(i);
    const std::size_t some = std::min(candidates.size(), most_candidates);
    std::ranges::partial_sort(candidates, candidates.begin() + static_cast<std::ptrdiff_t>(some),
                              [&](std::size_t a, std::size_t b) { return change(a) > change(b); });
    for (std::size_t k = 0; k < some; ++k)
        if (const auto jump = jump_within(f, time(candidates[k]), time(candidates[k] + 1), shortest * end))
            return jump;
    return std::nullopt;
}

}  // namespace

std::optional<double> unstated_jump(const Problem& problem, double end) {
    const Eigen::Vector3d rate = problem.body.angular_velocity(problem.initial.momentum);
    std::vector<Acting> functions;
    collect(problem.torque, {}, functions);
    for (const Acting& function : functions) {
        const auto torque = [&](double t) {
            return function.custom->torque(t, problem.initial.attitude, rate);
        };
        const auto jump = jump_of(torque, end, function.custom->breakpoints);
        if (jump && function.at(*jump)) return jump;
    }
    return std::nullopt;
}

}  // namespace polhode
