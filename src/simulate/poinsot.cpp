#include "polhode/simulate/poinsot.hpp"

#include "polhode/drift/exact.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/scalar/trigonometry.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode {

namespace {

PolhodeCourse course_of(const core::Herpolhode& herpolhode, PolhodeSide side) {
    if (herpolhode.stays()) return PolhodeCourse::fixed_axis;
    switch (side) {
        case PolhodeSide::least_moment: return PolhodeCourse::around_least_moment;
        case PolhodeSide::largest_moment: return PolhodeCourse::around_largest_moment;
        case PolhodeSide::separatrix: break;
    }
    return PolhodeCourse::separatrix;
}

/// The part of v across n, at length 1; any such direction if there is none. Scaled first, since v may be
/// tiny.
Eigen::Vector3d direction_across(const Eigen::Vector3d& n, const Eigen::Vector3d& v) {
    const double largest = v.cwiseAbs().maxCoeff();
    if (!(largest > 0)) return n.unitOrthogonal();
    const Eigen::Vector3d direction = (v / largest).normalized();
    return (direction - n.dot(direction) * n).normalized();
}

HerpolhodeConstants times_rate(HerpolhodeConstants c, double rate) {
    for (double* each :
         {&c.least_radius, &c.largest_radius, &c.mean_rate, &c.rate_at_largest, &c.rate_at_least})
        *each *= rate;
    return c;
}

int exponent_of(const core::Vector3<double>& v) {
    return std::ilogb(std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}));
}

void check_count(const char* of, std::size_t count) {
    if (count < 2)
        throw InputError(
            fmt::format("{}: {} points, expected at least 2, for both ends of the curve", of, count));
}

/// From 0 to 1.
double part(std::size_t i, std::size_t count) {
    return static_cast<double>(i) / static_cast<double>(count - 1);
}

}  // namespace

std::string_view course_name(PolhodeCourse course) {
    switch (course) {
        case PolhodeCourse::around_least_moment: return "around least moment";
        case PolhodeCourse::around_largest_moment: return "around largest moment";
        case PolhodeCourse::separatrix: return "separatrix";
        case PolhodeCourse::fixed_axis: break;
    }
    return "fixed axis";
}

Poinsot FreeMotion::poinsot() const {
    if (start_.momentum.x == 0 && start_.momentum.y == 0 && start_.momentum.z == 0)
        throw InputError(
            "poinsot: the body is at rest, expected one that turns: without a momentum there is no plane");
    return Poinsot(*this);
}

Poinsot::Poinsot(const FreeMotion& motion)
    : motion_(motion),
      rate_(rate_of(motion)),
      unit_(in_units(motion)),
      closed_form_(unit_.top_, unit_.start_.momentum),
      course_(course_of(closed_form_, unit_.polhode_.side)),
      herpolhode_(times_rate(closed_form_.constants(), rate_)) {
    const core::State<double>& start = unit_.start_;
    const core::Inertia<double> inertia(core::from_eigen(unit_.body_.moments()));
    const double T2 = 2 * inertia.kinetic_energy(start.momentum), M = norm(start.momentum);
    for (int i = 0; i < 3; ++i) {
        energy_semi_axes_[i] = rate_ * std::sqrt(T2 * inertia.inverse[i]);
        momentum_semi_axes_[i] = rate_ * (M * inertia.inverse[i]);
    }
    const auto in_space = [&](const core::Vector3<double>& v) {
        return core::to_eigen(core::to_space(start.attitude, v));
    };
    plane_.normal = in_space((1 / M) * start.momentum).normalized();
    plane_.distance = rate_ * (T2 / M);
    plane_.first = direction_across(plane_.normal, in_space(closed_form_.start(unit_.top_)));
    plane_.second = plane_.normal.cross(plane_.first);
    check();
}

double Poinsot::rate_of(const FreeMotion& motion) {
    return std::ldexp(1.0, exponent_of(motion.start_.momentum) - std::ilogb(motion.scale_)
                               - exponent_of(core::from_eigen(motion.body_.moments())));
}

/// A body of c times the moments with c times the momentum has the same angular velocity.
FreeMotion Poinsot::in_units(const FreeMotion& motion) {
    const int of_moments = exponent_of(core::from_eigen(motion.body_.moments())),
              of_momentum = exponent_of(motion.start_.momentum);
    core::State<double> start = motion.start_;
    Eigen::Vector3d moments = motion.body_.moments();
    for (int i = 0; i < 3; ++i) {
        moments[i] = std::ldexp(moments[i], -of_moments);
        start.momentum[i] = std::ldexp(start.momentum[i], -of_momentum);
    }
    return {motion.body_.with_moments(moments), start};
}

/// Moments or momenta whose ratios are no numbers.
void Poinsot::check() const {
    const HerpolhodeConstants& h = herpolhode_;
    const bool numbers = energy_semi_axes_.minCoeff() > 0 && energy_semi_axes_.allFinite()
                      && momentum_semi_axes_.minCoeff() > 0 && momentum_semi_axes_.allFinite()
                      && std::isfinite(period()) == std::isfinite(unit_.polhode_.period)
                      && plane_.normal.allFinite() && plane_.first.allFinite() && period() > 0
                      && std::isfinite(h.largest_radius + h.least_radius) && h.advance > 0
                      && std::isfinite(h.mean_rate + h.rate_at_largest + h.rate_at_least);
    if (!numbers)
        throw InputError(
            fmt::format("poinsot: moments of {}, {} and {} with a momentum of {}, expected ones whose ratios "
                        "and their squares are numbers",
                        body().moments().x(), body().moments().y(), body().moments().z(), momentum()));
}

Eigen::Vector3d Poinsot::in_user_axes(const core::Vector3<double>& principal) const {
    return core::to_eigen(core::to_space(unit_.principal_, principal));
}

/// The time in the units of unit_, if the flow can go there.
double Poinsot::unit_time(double t) const {
    motion_.scaled_time(t);
    return rate_ * t;
}

TimeRange Poinsot::one_period() const {
    if (std::isfinite(period())) return {0, period()};
    if (course_ == PolhodeCourse::fixed_axis) return {0, 2 * std::numbers::pi / plane_.distance};
    constexpr double nearly_all = 19;  // 1/cosh(19) = 1.1e-8
    const double middle = closed_form_.time_of_largest_radius(), half = nearly_all / unit_.polhode_.lambda;
    return {(middle - half) / rate_, (middle + half) / rate_};
}

std::vector<Eigen::Vector3d> Poinsot::polhode(std::size_t count) const {
    check_count("polhode", count);
    const TimeRange range = one_period();
    const core::Inertia<double> inertia(core::from_eigen(unit_.body_.moments()));
    const core::Vector3<double>& start = unit_.start_.momentum;
    std::vector<Eigen::Vector3d> points;
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        // Up to here the momentum is known, however many turns the body has made.
        const double t = rate_ * (range.first + part(i, count) * (range.last - range.first));
        const core::Vector3<double> momentum =
            course_ == PolhodeCourse::fixed_axis ? start : core::free_momentum(unit_.top_, start, t);
        points.emplace_back(rate_ * in_user_axes(inertia.solve(momentum)));
    }
    return points;
}

Eigen::Vector3d Poinsot::herpolhode(double t) const {
    const double here = unit_time(t);
    if (course_ == PolhodeCourse::fixed_axis) return plane_.distance * plane_.normal;
    const State state = unit_.at(here);
    return rate_ * (state.attitude * unit_.body_.angular_velocity(state.momentum));
}

std::vector<Eigen::Vector3d> Poinsot::herpolhode(std::span<const double> times) const {
    std::vector<Eigen::Vector3d> points;
    points.reserve(times.size());
    for (const double t : times) points.push_back(herpolhode(t));
    return points;
}

HerpolhodePoint Poinsot::herpolhode_polar(double t) const {
    HerpolhodePoint point = closed_form_.at(unit_time(t));
    point.radius *= rate_;
    point.radius_rate = rate_ * (rate_ * point.radius_rate);
    point.angle_rate *= rate_;
    return point;
}

Eigen::Vector3d Poinsot::in_space(const HerpolhodePoint& point) const {
    const core::SinCos<double> turn = core::sin_cos(point.angle);
    return plane_.distance * plane_.normal
         + point.radius * (turn.cos * plane_.first + turn.sin * plane_.second);
}

/// Of the momenta with |Π|² = 2T I₂, in the labelling of EulerTop, where axis 2 has the middle moment:
/// Π = |Π| (√(−p/r) sin s, cos s, ±√(−q/r) sin s).
std::vector<std::vector<Eigen::Vector3d>> Poinsot::separatrices(std::size_t count) const {
    check_count("separatrices", count);
    const core::EulerTop<double>& top = unit_.top_;
    std::vector<std::vector<Eigen::Vector3d>> curves;
    if (top.r == 0) return curves;
    const double size = std::sqrt(2 * unit_.polhode_.energy / top.inverse.y);
    const double across1 = std::sqrt(-top.p / top.r), across3 = std::sqrt(-top.q / top.r);
    const bool symmetric = top.p == 0 || top.q == 0;
    for (const double side : {1.0, -1.0}) {
        if (symmetric && side < 0) break;
        std::vector<Eigen::Vector3d>& curve = curves.emplace_back();
        curve.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const core::SinCos<double> s = core::sin_cos(2 * std::numbers::pi * part(i, count));
            const core::Vector3<double> momentum =
                size * core::Vector3<double>{across1 * s.sin, s.cos, side * (across3 * s.sin)};
            const core::Vector3<double> rate = top.from_frame(hadamard(top.inverse, momentum));
            curve.emplace_back(rate_ * in_user_axes(rate));
        }
    }
    return curves;
}

}  // namespace polhode
