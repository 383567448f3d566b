#include "krysl2005.hpp"
#include "krysl_pendulum.hpp"
#include "polhode/scalar/dual.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2005_parts {

namespace {

namespace vs = vector_space;

template <class Map>
vs::State<double> run(const Map& map, int steps) {
    vs::State<double> s = pendulum::start;
    for (int n = 0; n < steps; ++n) (void)map(pendulum::system, s, 0, 2.0 / steps);
    return s;
}

/// Between 1000 and 2000 steps, against one of 10⁵ steps of the second-order method.
template <class Map>
double order(const Map& map) {
    const vs::State<double> exact = run(vs::ExplicitNewmark{}, 100'000);
    const auto error = [&](int steps) { return pendulum::apart(run(map, steps), exact); };
    return std::log2(error(1000) / error(2000));
}

/// |∂(u₁, p₁)/∂(u₀, p₀)| − 1.
template <class Map>
double area_defect(const Map& map) {
    using Dual = core::Dual<double, 2>;
    vs::State<Dual> s{Dual::variable(pendulum::start.u, 0), Dual::variable(pendulum::start.p, 1)};
    (void)map(pendulum::system, s, Dual(0), Dual(0.3));
    return std::abs(s.u.slope[0] * s.p.slope[1] - s.u.slope[1] * s.p.slope[0] - 1);
}

Claim symplectic() {
    return {.id = "symplectic",
            .what = "the symplectic Euler method, its adjoint and their composition are symplectic",
            .published = "symplectic",
            .criterion = "area changed by less than 1e-15 in a step of 0.3 of a pendulum",
            .examine =
                [](Lab&) {
                    const double most = std::max({area_defect(vs::SymplecticEuler{}),
                                                  area_defect(vs::AdjointSymplecticEuler{}),
                                                  area_defect(vs::ExplicitNewmark{})});
                    return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-15};
                },
            .quick = true};
}

/// Of the momentum of two masses on a line that pull each other, over 1000 steps of 0.3.
template <class Map>
double momentum_change(const Map& map) {
    using Eigen::Vector2d;
    const vs::System pair{[](const Vector2d& p) -> Vector2d { return {p.x() / 2, p.y() / 3}; },
                          [](const Vector2d& u) -> Vector2d {
                              const double pull = std::sin(u.y() - u.x());
                              return {pull, -pull};
                          }};
    vs::State<Vector2d> s{{0, 1.3}, {0.7, -0.2}};
    for (int n = 0; n < 1000; ++n) (void)map(pair, s, 0, 0.3);
    return std::abs(s.p.sum() - 0.5);
}

Claim momentum() {
    return {.id = "momentum",
            .what = "all three conserve the momentum in the absence of external forcing",
            .published = "momentum conserving",
            .criterion = "that of two masses that pull each other changes by less than 1e-13 in 1000 steps",
            .examine =
                [](Lab&) {
                    const double most = std::max({momentum_change(vs::SymplecticEuler{}),
                                                  momentum_change(vs::AdjointSymplecticEuler{}),
                                                  momentum_change(vs::ExplicitNewmark{})});
                    return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-13};
                },
            .quick = true};
}

Claim adjoint() {
    return {
        .id = "adjoint",
        .what =
            "the method with the impulse at the end of the step is the adjoint of the symplectic Euler method",
        .published = "adjoint",
        .criterion = "it undoes a step of 0.3 of a pendulum with −0.3, and is undone so, to 1e-14",
        .examine =
            [](Lab&) {
                const auto undone = [](const auto& there, const auto& back) {
                    vs::State<double> s = pendulum::start;
                    (void)there(pendulum::system, s, 0, 0.3);
                    (void)back(pendulum::system, s, 0, -0.3);
                    return pendulum::apart(s, pendulum::start);
                };
                const vs::SymplecticEuler euler;
                const vs::AdjointSymplecticEuler other;
                const double most = std::max(undone(euler, other), undone(other, euler));
                return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-14};
            },
        .quick = true};
}

Claim first_and_second_order() {
    return {.id = "orders",
            .what = "they are of first order, their composition of second",
            .published = "1, 1, 2",
            .criterion = "slopes of the error within 0.05",
            .examine =
                [](Lab&) {
                    const double a = order(vs::SymplecticEuler{}), b = order(vs::AdjointSymplecticEuler{}),
                                 c = order(vs::ExplicitNewmark{});
                    return Finding{fmt::format("{:.2f}, {:.2f}, {:.2f}", a, b, c),
                                   measured(std::abs(a - 1)) < 0.05 && measured(std::abs(b - 1)) < 0.05
                                       && measured(std::abs(c - 2)) < 0.05};
                },
            .quick = true};
}

Claim is_newmark() {
    return {.id = "newmark",
            .what =
                "half a step of the symplectic Euler method, then half a step of its adjoint, is the "
                "explicit Newmark method with γ = ½, β = 0",
            .published = "Newmark",
            .criterion = "equal to 1e-15 in a step of 0.3",
            .examine =
                [](Lab&) {
                    const double h = 0.3,
                                 off = pendulum::apart(pendulum::moved(h, vs::ExplicitNewmark{}),
                                                       pendulum::moved(h / 2, vs::SymplecticEuler{},
                                                                       vs::AdjointSymplecticEuler{}));
                    return Finding{fmt::format("{:.0e}", off), measured(off) < 1e-15};
                },
            .quick = true};
}

}  // namespace

Figure vector_space() {
    return {"section2",
            "Vector space: the Newmark method as a composition",
            {symplectic(), momentum(), adjoint(), first_and_second_order(), is_newmark()}};
}

}  // namespace polhode::reproduce::krysl2005_parts
