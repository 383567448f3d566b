/// What the text says of the use of its methods: with torques whose derivatives are estimated, for stability at large
/// steps, with symplectic methods, and to predict a motion from one wobble.
#include "buss2001/claims.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "polhode/simulate/problem.hpp"
#include "reproduce/symplectic.hpp"

#include <algorithm>
#include <array>

namespace polhode::reproduce::buss {

namespace {

const std::string with = " (energy-preserving)";

Claim stability() {
    return {
        .id = "stability",
        .what =
            "a stability like that of the symplectic methods is obtained by the second- or third-order method with energy "
            "correction, at large steps",
        .published = "similar stability",
        .criterion =
            "|E − E₀| below 10⁻⁶ of E₀ over 10⁵ steps of 0.02, 81° each; the swing of McLachlan–Reich 1-2-3 there is more "
            "than 10⁴ times larger",
        .examine = [](Lab& lab) -> Finding {
            const auto swing = [&](const std::string& m) {
                const auto [early, late] = swing_of_energy(lab, m, 0.02, 100'000);
                return std::max(early, late) / start_energy;
            };
            const double second = swing("2nd order" + with), three = swing(third),
                         symplectic = swing("McLachlan-Reich 1-2-3");
            return {fmt::format("{:.0e} and {:.0e}; McLachlan–Reich 1-2-3 {:.2f}", second, three, symplectic),
                    measured(std::max(second, three)) < 1e-6
                        && measured(symplectic) > 1e4 * std::max(second, three)};
        },
        .quick = true};
}

Claim destroys_symplecticity() {
    return {
        .id = "destroys-symplecticity",
        .what = "the energy correction presumably destroys the symplectic properties",
        .published = "presumably",
        .criterion =
            "the canonical form, kept to 1e-13 in a step of 0.01 by McLachlan–Reich 2-3-1 of second and of fourth order, "
            "changes by more than 10⁻⁶ with the correction",
        .examine = [](Lab& lab) -> Finding {
            const auto defect = [&](const std::string& m) {
                return lab.value("buss2001 symplectic defect of " + m, [&] {
                    const Problem& p = problem("buss-prism");
                    const core::State<double> start =
                        core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
                    return symplectic_defect(method(m), p, start, 0.01).value_or(INFINITY);
                });
            };
            const double plain = std::max(defect("mr2-231"), defect("mr4-231")),
                         two = defect("mr2-231+energy"), four = defect("mr4-231+energy");
            return {fmt::format("{:.1e} and {:.1e}; without it {}", two, four,
                                plain < 1e-13 ? "round-off" : fmt::format("{:.0e}", plain)),
                    measured(plain) < 1e-13 && measured(std::min(two, four)) > 1e-6};
        },
        .quick = true};
}

/// The order of a method on the slow top up to t = 5, its weight given as a plain function, of which only values are known.
double order_with_values(Lab& lab, const std::string& name) {
    return lab.value("buss2001 order with a plain function " + name, [&] {
        const Problem& p = problem("slow-top");
        const auto weight = space_torque([](double, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
            const Eigen::Vector3d up = Eigen::Vector3d::UnitZ();
            return -20 * (q * up).cross(up);
        });
        const auto end = [&](long N) {
            Integrator top(name, p.body, weight, p.initial);
            top.advance(5.0 / static_cast<double>(N), N);
            return top.state();
        };
        const State a = end(4000), b = end(8000), c = end(16000);
        return std::log2(attitude_angle(a, b) / attitude_angle(b, c));
    });
}

Claim estimated_derivatives() {
    return {
        .id = "estimated-derivatives",
        .what =
            "if the derivatives of the angular momentum can be estimated, the second-, third- and fourth-order methods "
            "can incorporate these directly",
        .published = "can incorporate",
        .criterion =
            "on the slow top (T = 5, from 4000 steps), its torque known by values only, the orders are 2, 3 and 4, not lower "
            "by 0.1",
        .examine = [](Lab& lab) -> Finding {
            const std::array seen{order_with_values(lab, "buss2"), order_with_values(lab, "buss3"),
                                  order_with_values(lab, "buss4")};
            return {
                fmt::format("{:.2f}, {:.2f}, {:.2f}", seen[0], seen[1], seen[2]),
                measured(2 - seen[0]) < 0.1 && measured(3 - seen[1]) < 0.1 && measured(4 - seen[2]) < 0.1};
        },
        .quick = true};
}

/// How far a prediction made from the simulation of one wobble is from the exact attitude k + 0.3 wobbles after the
/// start. A wobble brings the body back to its first momentum, and turns the whole motion by one rotation about L.
double error_of_prediction(long k) {
    const Problem& p = problem("buss-prism");
    const double period = wobble("buss-prism");
    const auto after = [&](double part, long N) {
        Integrator body("buss4", p.body, p.torque, p.initial);
        body.advance(part * period / static_cast<double>(N), N);
        return body.state().attitude;
    };
    const Eigen::AngleAxisd each(after(1, 1000) * p.initial.attitude.conjugate());
    const State predicted{
        Eigen::AngleAxisd(static_cast<double>(k) * each.angle(), each.axis()) * after(0.3, 300), {}},
        exact = free_motion(p.body, p.initial).at((static_cast<double>(k) + 0.3) * period);
    return attitude_angle(predicted, exact);
}

Claim one_wobble() {
    return {
        .id = "one-wobble",
        .what =
            "one can simulate the body through one wobble to very high accuracy and then predict the future positions "
            "very accurately",
        .published = "very accurately",
        .criterion =
            "from one wobble of 1000 steps of the fourth-order method, the attitude 1000 wobbles later to 10⁻⁶",
        .examine = [](Lab&) -> Finding {
            const double soon = error_of_prediction(1), later = error_of_prediction(1000);
            return {fmt::format("{:.1e} after one wobble, {:.1e} after 1000", soon, later),
                    measured(later) < 1e-6};
        },
        .quick = true};
}

Claim cayley_accuracy() {
    return {.id = "cayley-accuracy",
            .what = "Cayley transforms give third-order accurate approximations to the sine and the cosine",
            .published = "third-order accurate",
            .criterion = "errors of order three or more in the angle, within 0.05, between 0.2 and 0.1",
            .examine = [](Lab&) -> Finding {
                const auto sine = [](double x) { return std::abs(std::sin(x) - x / (1 + x * x / 4)); };
                const auto cosine = [](double x) {
                    return std::abs(std::cos(x) - (1 - x * x / 4) / (1 + x * x / 4));
                };
                const double s = std::log2(sine(0.2) / sine(0.1)), c = std::log2(cosine(0.2) / cosine(0.1));
                return {fmt::format("{:.2f} and {:.2f}", s, c), measured(3 - std::min(s, c)) < 0.05};
            },
            .quick = true};
}

}  // namespace

std::vector<Claim> claims_of_use() {
    return {stability(), destroys_symplecticity(), estimated_derivatives(), one_wobble(), cayley_accuracy()};
}

}  // namespace polhode::reproduce::buss
