#include "torque/torque_in_time.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>

namespace polhode {
namespace {

/// One that jumps again and again.
template <class Model>
concept JumpsAgain = requires(const Model& model) {
    { model.breakpoints(0.0, 1.0) } -> std::same_as<std::vector<double>>;
    { model.within(0.0, 1.0) } -> std::same_as<Model>;
};

bool is_finite(const TimeSpan& time) { return std::isfinite(time.from) && std::isfinite(time.to); }

void collect(const Torque& torque, const TimeSpan& time, int order, std::vector<double>& times) {
    const auto add = [&](const std::vector<double>& own) {
        times.insert(times.end(), own.begin(), own.end());
    };
    if (const auto* formula = std::get_if<FormulaTorque>(&torque)) add(formula->breakpoints());
    if (const auto* custom = std::get_if<CustomTorque>(&torque)) add(custom->breakpoints);
    if (const auto* table = std::get_if<TableTorque>(&torque)) add(table->breakpoints(order));
    std::visit(
        [&](const auto& model) {
            if constexpr (JumpsAgain<std::remove_cvref_t<decltype(model)>>)
                if (is_finite(time)) add(model.breakpoints(time.from, time.to));
        },
        torque);
    const auto* sum = std::get_if<TorqueSum>(&torque);
    if (!sum) return;
    for (const TorquePart& part : sum->parts) {
        for (const TimeSpan& span : part.on) times.insert(times.end(), {span.from, span.to});
        collect(part.torque, time, order, times);
    }
}

/// A time inside.
double within_span(const TimeSpan& span) {
    if (is_finite(span)) return span.from + (span.to - span.from) / 2;
    if (std::isfinite(span.from)) return span.from + std::max(1.0, std::abs(span.from));
    if (std::isfinite(span.to)) return span.to - std::max(1.0, std::abs(span.to));
    return 0;
}

/// The same times as windows in order, none of which touches the next.
std::vector<TimeSpan> in_order(std::vector<TimeSpan> windows) {
    std::ranges::sort(windows, {}, &TimeSpan::from);
    std::vector<TimeSpan> apart;
    for (const TimeSpan& next : windows)
        if (!apart.empty() && next.from <= apart.back().to)
            apart.back().to = std::max(apart.back().to, next.to);
        else
            apart.push_back(next);
    return apart;
}

bool acts(const TorquePart& part, double t) {
    if (part.on.empty()) return true;
    const auto after = std::ranges::upper_bound(part.on, t, {}, &TimeSpan::from);
    return after != part.on.begin() && (after - 1)->contains(t);
}

/// The same for a time in which it does not jump. A piece may have jumps inside: a run without an end does not know
/// them.
Torque one_part_within(const Torque& torque, const TimeSpan& piece) {
    if (std::holds_alternative<TorqueSum>(torque)) return within(torque, piece);
    return std::visit(
        [&](const auto& model) -> Torque {
            if constexpr (JumpsAgain<std::remove_cvref_t<decltype(model)>>)
                if (is_finite(piece) && model.breakpoints(piece.from, piece.to).empty())
                    return model.within(piece.from, piece.to);
            return model;
        },
        torque);
}

}  // namespace

std::vector<double> breakpoints(const Torque& torque, int order) { return breakpoints(torque, {}, order); }

std::vector<double> breakpoints(const Torque& torque, const TimeSpan& time, int order) {
    std::vector<double> times;
    collect(torque, time, order, times);
    std::erase_if(times, [](double t) { return !std::isfinite(t); });
    std::ranges::sort(times);
    const auto twice = std::ranges::unique(times);
    times.erase(twice.begin(), twice.end());
    return times;
}

TorqueInTime::TorqueInTime(const Torque& torque) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque))
        parts_ = sum->parts;
    else
        parts_ = {TorquePart{torque}};
    for (TorquePart& part : parts_) part.on = in_order(std::move(part.on));
}

Torque TorqueInTime::within(const TimeSpan& piece) const {
    TorqueSum sum{{}, piece};
    const double t = within_span(piece);
    for (const TorquePart& part : parts_) {
        if (!acts(part, t)) continue;
        // one that acts at times only has no potential, within them either: else the energy would jump
        sum.parts.push_back({one_part_within(part.torque, piece), part.name,
                             part.on.empty() ? std::vector<TimeSpan>{} : std::vector<TimeSpan>{piece}});
    }
    return sum;
}

Torque within(const Torque& torque, const TimeSpan& piece) { return TorqueInTime(torque).within(piece); }

}  // namespace polhode
