#include "polhode/torque/torque.hpp"

#include <cmath>

namespace polhode {
namespace {

void collect(const Torque& torque, int order, std::vector<double>& times) {
    if (const auto* table = std::get_if<TableTorque>(&torque)) {
        const std::vector<double> own = table->breakpoints(order);
        times.insert(times.end(), own.begin(), own.end());
    }
    const auto* sum = std::get_if<TorqueSum>(&torque);
    if (!sum) return;
    for (const TorquePart& part : sum->parts) {
        for (const TimeSpan& span : part.on) times.insert(times.end(), {span.from, span.to});
        collect(part.torque, order, times);
    }
}

}  // namespace

std::vector<double> breakpoints(const Torque& torque, int order) {
    std::vector<double> times;
    collect(torque, order, times);
    std::erase_if(times, [](double t) { return !std::isfinite(t); });
    std::ranges::sort(times);
    const auto twice = std::ranges::unique(times);
    times.erase(twice.begin(), twice.end());
    return times;
}

Torque within(const Torque& torque, const TimeSpan& piece) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) return TorqueSum{sum->parts, piece};
    return TorqueSum{{TorquePart{torque}}, piece};
}

}  // namespace polhode
