#include "advise/growth.hpp"

#include "advise/yardstick.hpp"
#include "polhode/scalar/exponential.hpp"
#include "simulate/advance.hpp"
#include "simulate/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon() / 2;
/// A start is rounded to 1e-16: no tolerance below 1 survives more than this.
constexpr double nothing_left = 1e16;

/// Of a matrix whose momenta are in units of `unit`; 1 for that of the start.
double norm_of(const TransitionMatrix& matrix, double unit) {
    const double squares = matrix.topLeftCorner<3, 3>().squaredNorm()
                         + matrix.bottomRightCorner<3, 3>().squaredNorm()
                         + matrix.topRightCorner<3, 3>().squaredNorm() * unit * unit
                         + matrix.bottomLeftCorner<3, 3>().squaredNorm() / (unit * unit);
    return std::sqrt(squares / 6);
}

/// So far by cheap means, in radians of the start and in torque evaluations. A function of the user's own may be dear.
struct Far {
    double radians;
    long torque_evaluations;
};
Far as_far_as_is_cheap(const Torque& torque) {
    return holds_function(torque) ? Far{300, 20'000} : Far{10'000, 200'000};
}

/// The first point from a time on.
double norm_at(const Growth& growth, double time) {
    const auto at = std::ranges::lower_bound(growth.points, time, {}, &Growth::Point::time);
    return at == growth.points.end() ? growth.points.back().norm : at->norm;
}

/// How often the norm doubles while the time does, up to this one.
double doublings(const Growth& growth, double until) {
    return core::logarithm(norm_at(growth, until) / norm_at(growth, until / 2)) / core::logarithm(2);
}

/// Integrable motions part in proportion to the time, driven ones to its square. What is faster, or becomes faster and
/// faster, is none of them.
Growth::Kind kind_of(const Growth& growth) {
    constexpr double fastest_power = 3, regular = 1.3, faster = 0.25;
    const double last = doublings(growth, growth.until), before = doublings(growth, growth.until / 2);
    if (last > fastest_power) return Growth::Kind::exponential;
    if (last > regular && last > before + faster) return Growth::Kind::undecided;
    return Growth::Kind::regular;
}

}  // namespace

Growth growth_along(const Problem& problem, const core::State<double>& start, double end,
                    const std::function<bool()>& go_on) {
    const double natural = natural_time(problem, start);
    Growth growth;
    if (!std::isfinite(natural)) return growth;
    const Far far = as_far_as_is_cheap(problem.torque);
    const bool series = Yardstick::has_series(problem.torque);
    const double until = std::min(end, far.radians * natural);
    const double spacing = std::min(until / 64, series ? natural : natural / 8);
    const Expected<Resolved> run =
        resolve(problem, {.method = series ? "taylor-16@1e-09" : "se4-rkn",
                          .steps = series ? StepChoice(AutomaticSteps{spacing}) : FixedStep{spacing},
                          .end = until,
                          .sensitivity = true,
                          .balance = false});
    if (!run) return growth;
    const double unit = problem.body.moments().maxCoeff() / natural;
    Advance advance(problem, *run, start);
    growth.points.push_back({0, 1});
    while (!advance.finished() && advance.torque_evaluations() < far.torque_evaluations
           && growth.points.back().norm < nothing_left) {
        constexpr std::size_t points_between_looks = 64;
        if (go_on && growth.points.size() % points_between_looks == 0 && !go_on()) break;
        advance.prepare();
        if (advance.make_step()) break;
        advance.give_impulses();
        Sample sample;
        if (advance.sensitivity()->report(advance.time(), false, sample) || !sample.transition) break;
        const double norm = norm_of(*sample.transition, unit);
        if (!std::isfinite(norm)) break;
        growth.until = advance.time();
        growth.points.push_back({advance.time(), std::max(norm, growth.points.back().norm)});
    }
    if (growth.points.size() < 16) return growth;
    growth.kind = kind_of(growth);
    growth.power = doublings(growth, growth.until);
    growth.rate = growth.power * core::logarithm(2) / (growth.until / 2);
    return growth;
}

double horizon_of(const Growth& growth, double tolerance) {
    const auto lost = std::ranges::find_if(
        growth.points, [&](const Growth::Point& p) { return p.norm * rounding > tolerance; });
    if (lost != growth.points.end()) return lost->time;
    if (growth.points.empty()) return 0;
    constexpr double slowest_power = 0.5;
    const double rate = std::max(growth.power, slowest_power) * core::logarithm(2) / (growth.until / 2);
    const double left = core::logarithm(tolerance / (rounding * growth.points.back().norm)) / rate;
    // of what looks regular, only half: slow chaos may not have shown yet
    return growth.until + (growth.kind == Growth::Kind::exponential ? left : left / 2);
}

double ratio_of_norms(const Growth& growth, double before, double after) {
    const double beyond = std::max(0.0, after - growth.until);
    return norm_at(growth, after) / norm_at(growth, before) * core::exponential(growth.rate * beyond);
}

}  // namespace polhode
