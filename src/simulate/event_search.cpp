#include "simulate/event_search.hpp"

#include "polhode/mechanics/eigen.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {

namespace {

/// The number of parts in which a step is examined; two crossings within one part are missed.
constexpr int parts = 4;

/// After a change of the state by an event, its function may come back to zero soon: the first part is examined
/// at ever shorter times too, each so many times the one before.
constexpr int shorter = 4, looks_after_change = 13;

/// A zero this close to the start of a run, or to a change of the state by the event, in steps, is the zero of
/// that state itself.
constexpr double start_width = 1e-10;

struct Point {
    double x, value;
};

bool wanted(Crossing crossing, bool rising) {
    return crossing == Crossing::both || (crossing == Crossing::rising) == rising;
}

bool crosses(double before, double after) { return (before < 0 && after >= 0) || (before > 0 && after <= 0); }

/// A zero of f between two points of different sign, to the last bits: inverse quadratic interpolation where
/// the three last points lie well for it, else halving (Chandrupatla 1997, Adv. Eng. Software 28, 145–149).
template <class Function>
double zero(const Function& f, Point a, Point b) {
    Point c = a;
    double step = 0.5;
    for (int i = 0; i < 200; ++i) {
        const Point best = std::abs(a.value) < std::abs(b.value) ? a : b;
        const double width = std::abs(b.x - a.x),
                     tolerance = 2 * std::numeric_limits<double>::epsilon() * std::abs(best.x) + 1e-18;
        if (best.value == 0 || width <= 2 * tolerance) return best.x;
        step = std::clamp(step, tolerance / width, 1 - tolerance / width);
        const double x = a.x + step * (b.x - a.x);
        const Point next{x, f(x)};
        if (!std::isfinite(next.value)) return x;
        if ((next.value > 0) == (a.value > 0)) {
            c = a;
        } else {
            c = b;
            b = a;
        }
        a = next;
        const double xi = (a.x - b.x) / (c.x - b.x), phi = (a.value - b.value) / (c.value - b.value);
        step = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi
                 ? a.value / (b.value - a.value) * (c.value / (b.value - c.value))
                       + (c.x - a.x) / (b.x - a.x) * (a.value / (c.value - a.value))
                             * (b.value / (c.value - b.value))
                 : 0.5;
    }
    return a.x;
}

}  // namespace

double EventSearch::value(const Event& event, double t, const core::State<double>& state) {
    const double g = event.function(t, core::from_principal(state, principal_));
    if (!std::isfinite(g) && !failure_)
        failure_ = run_error(fmt::format(
            "event \"{}\": its function is {} at t = {}, expected a finite number", event.name, g, t));
    return g;
}

std::optional<Error> EventSearch::start(double t, const core::State<double>& state) {
    last_.clear();
    for (const Event& event : events_) last_.push_back(value(event, t, state));
    begins_.assign(events_.size(), 1);
    return failure_;
}

void EventSearch::keep(core::Archive& archive) {
    archive(last_, begins_, after_change_);
    if (last_.size() != events_.size() || begins_.size() != events_.size()) archive.refuse();
}

Expected<std::vector<EventSearch::Crossed>> EventSearch::changed(double t, const core::State<double>& before,
                                                                 const core::State<double>& after,
                                                                 const Event* by) {
    std::vector<Crossed> crossed;
    after_change_ = by != nullptr;
    for (std::size_t i = 0; i < events_.size(); ++i) {
        const Event& event = events_[i];
        const double was = value(event, t, before);
        last_[i] = value(event, t, after);
        begins_[i] = &event == by ? 1 : 0;
        if (failure_) return *failure_;
        const bool rising = was < 0;
        if (&event != by && crosses(was, last_[i]) && wanted(event.crossing, rising))
            crossed.push_back({&event, rising});
    }
    return crossed;
}

Expected<std::vector<EventSearch::Found>> EventSearch::within(InsideStep& step, long piece) {
    const auto after = step.end_of(piece);
    if (!after) return after.error();
    const double from = step.time_of(piece), to = step.time_of(piece + 1);
    const auto time = [&](double x) { return x < 1 ? std::min(from + x * (to - from), to) : to; };
    const auto state_at = [&](double x) {
        if (x == 1) return *after;
        const auto state = step.at(piece, time(x));
        if (state) return *state;
        if (!failure_) failure_ = state.error();
        return *after;
    };
    std::vector<Found> found;
    std::vector<Point> before(last_.size());
    for (std::size_t i = 0; i < last_.size(); ++i) before[i] = {0, last_[i]};
    for (int k = after_change_ ? 1 - looks_after_change : 1; k <= parts; ++k) {
        const double x =
            k > 0 ? k / static_cast<double>(parts) : std::pow(shorter, k - 1) / static_cast<double>(parts);
        const core::State<double> state = state_at(x);
        if (failure_) return *failure_;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            const Event& event = events_[i];
            const Point now{x, value(event, time(x), state)};
            const bool rising = before[i].value < 0;
            if (crosses(before[i].value, now.value) && wanted(event.crossing, rising)) {
                const double at = zero([&](double part) { return value(event, time(part), state_at(part)); },
                                       before[i], now);
                if (begins_[i] == 0 || at > start_width)
                    found.push_back({&event, at, time(at), state_at(at), rising});
            }
            if (failure_) return *failure_;
            before[i] = now;
        }
    }
    for (std::size_t i = 0; i < events_.size(); ++i) last_[i] = before[i].value;
    begins_.assign(events_.size(), 0);
    after_change_ = false;
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.part < b.part; });
    const auto end = std::find_if(found.begin(), found.end(),
                                  [](const Found& f) { return f.event->terminal || f.event->change; });
    // those of the same time belong to it
    if (end != found.end())
        std::erase_if(found, [last = end->part](const Found& f) { return f.part > last + start_width; });
    return found;
}

}  // namespace polhode
