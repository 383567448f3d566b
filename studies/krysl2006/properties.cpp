#include "krysl2006.hpp"
#include "krysl_claims.hpp"
#include "krysl_pendulum.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "reproduce/round_off.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2006_parts {

namespace {

using namespace krysl;

const std::string free_name = "free-body";

struct Place {
    std::string problem;
    double step;
};
const std::vector<Place> places{{free_name, 0.5}, {slow, 0.1}, {fast, 0.01}, {wall, 0.2}};

/// The worst of a measure over the four problems.
template <class Measure>
double everywhere(Measure measure) {
    double most = 0;
    for (const Place& p : places) most = std::max(most, measure(p.problem, p.step));
    return most;
}

// --- section 2 -----------------------------------------------------------------------------------------------------

namespace vs = polhode::vector_space;

Claim vector_compositions() {
    return {.id = "compositions",
            .what =
                "half a forward and half a backward Euler step make the trapezoidal rule, the other way "
                "round the midpoint rule",
            .published = "(4), (5)",
            .criterion = "equal to 1e-15 in a step of 0.4 of a pendulum",
            .examine =
                [](Lab&) {
                    const double h = 0.4;
                    const double t = pendulum::apart(
                                     pendulum::moved(h, vs::Trapezoid{}),
                                     pendulum::moved(h / 2, vs::ForwardEuler{}, vs::BackwardEuler{})),
                                 m = pendulum::apart(
                                     pendulum::moved(h, vs::Midpoint{}),
                                     pendulum::moved(h / 2, vs::BackwardEuler{}, vs::ForwardEuler{}));
                    return Finding{fmt::format("{:.0e}, {:.0e}", t, m), measured(std::max(t, m)) < 1e-15};
                },
            .quick = true};
}

Claim printed_midpoint() {
    return {.id = "midpoint-as-printed",
            .what = "the midpoint rule as printed, u moved by ½Δt M⁻¹ p at the midpoint",
            .published = "(5)",
            .criterion = "the printed second line holds to 1e-10 for the composition at a step of 0.4",
            .examine =
                [](Lab&) {
                    const double h = 0.4;
                    const vs::State<double>&start = pendulum::start, b = pendulum::moved(h, vs::Midpoint{});
                    const double mean = 0.5 * (start.p + b.p),
                                 printed = b.u - (start.u + h / 2 * pendulum::velocity(mean)),
                                 whole = b.u - (start.u + h * pendulum::velocity(mean));
                    return Finding{
                        fmt::format("off by {:.1e}; with Δt by {}", std::abs(printed), or_round_off(whole)),
                        measured(std::abs(printed)) < 1e-10,
                        measured(std::abs(printed)) > 0.01 && measured(std::abs(whole)) < 1e-15};
                },
            .expected = Verdict::paper_is_wrong,
            .why = "A misprint: Δt, not Δt/2. As printed, positions move at half their speed.",
            .quick = true};
}

Claim vector_conjugate() {
    return {
        .id = "conjugate",
        .what = "in a vector space the midpoint rule and the trapezoidal rule are dynamically equivalent",
        .published = "dynamically equivalent",
        .criterion =
            "the trapezoidal rule after half a backward Euler step is that half step after the midpoint rule, to 1e-14 in "
            "a step of 0.4 of a pendulum; the rules themselves differ, by more than 10⁻⁶",
        .examine =
            [](Lab&) {
                const double h = 0.4;
                vs::State<double> left = pendulum::moved(h / 2, vs::BackwardEuler{}),
                                  right = pendulum::moved(h, vs::Midpoint{});
                (void)vs::Trapezoid{}(pendulum::system, left, 0, h);
                (void)vs::BackwardEuler{}(pendulum::system, right, 0, h / 2);
                const double off = pendulum::apart(left, right),
                             rules = pendulum::apart(pendulum::moved(h, vs::Trapezoid{}),
                                                     pendulum::moved(h, vs::Midpoint{}));
                return Finding{fmt::format("{:.0e}; the rules differ by {:.1e}", off, rules),
                               measured(off) < 1e-14 && measured(rules) > 1e-6};
            },
        .quick = true};
}

// --- section 3 -----------------------------------------------------------------------------------------------------

Claim adjoint(const std::string& id, const std::string& forward, const std::string& backward) {
    return {.id = id,
            .what = fmt::format("{} and {} are mutual adjoints", forward, backward),
            .published = "adjoint",
            .criterion = "each undoes the other with −h, to 1e-13, on four problems",
            .examine =
                [=](Lab&) {
                    const double most = everywhere([&](const std::string& p, double h) {
                        return std::max(not_undone(forward, backward, p, h),
                                        not_undone(backward, forward, p, h));
                    });
                    return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-13};
                },
            .quick = true};
}

Claim composed(const std::string& rule, const std::string& first, const std::string& second) {
    return {.id = rule,
            .what = fmt::format("{} is half a step of {}, then half a step of {}", rule, first, second),
            .published = "composition",
            .criterion = "equal to 1e-13 on four problems",
            .examine =
                [=](Lab&) {
                    const double most = everywhere([&](const std::string& p, double h) {
                        return off_composition(rule, first, second, p, h);
                    });
                    return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-13};
                },
            .quick = true};
}

Claim conjugate(const std::string& id, const std::string& trapezoid, const std::string& midpoint,
                const std::string& backward) {
    return {
        .id = id,
        .what = fmt::format("{} and {} are conjugate by half a step of {}", trapezoid, midpoint, backward),
        .published = "conjugate",
        .criterion = "equal to 1e-13 on four problems",
        .examine =
            [=](Lab&) {
                const double most = everywhere([&](const std::string& name, double h) {
                    const Problem& p = problem(name);
                    double off = 0;
                    for (const State& s : states_of(p))
                        off = std::max(
                            off, distance(stepped(trapezoid, p, stepped(backward, p, s, 0, h / 2), h / 2, h),
                                          stepped(backward, p, stepped(midpoint, p, s, 0, h), h, h / 2)));
                    return off;
                });
                return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-13};
            },
        .quick = true};
}

Claim printed_self_adjoint() {
    return {
        .id = "self-adjoint-as-printed",
        .what = "the self-adjoint midpoint rule is Φ*(−Δt/2) ∘ Φ(Δt/2), as printed",
        .published = "Φ*(−Δt/2) ∘ Φ(Δt/2)",
        .criterion = "equal to a step of IMIDM to 1e-13 on four problems",
        .examine =
            [](Lab&) {
                const auto apart_by = [](double sign) {
                    return everywhere([=](const std::string& name, double h) {
                        const Problem& p = problem(name);
                        double off = 0;
                        for (const State& s : states_of(p)) {
                            const State half = stepped("euler-backward-m", p, s, 0, h / 2);
                            off = std::max(
                                off, distance(stepped("imidm", p, s, 0, h),
                                              stepped("euler-forward-m", p, half, h / 2, sign * h / 2)));
                        }
                        return off;
                    });
                };
                const double printed = apart_by(-1), right = apart_by(1),
                             identity = everywhere([](const std::string& p, double h) {
                                 return not_undone("euler-backward-m", "euler-forward-m", p, h / 2);
                             });
                return Finding{
                    fmt::format("off by {:.1e}: it is the identity, to {}; with Φ*(Δt/2) it is IMIDM to {}",
                                printed, or_round_off(identity), or_round_off(right)),
                    measured(printed) < 1e-13,
                    measured(printed) > 1e-3 && measured(identity) < 1e-13 && measured(right) < 1e-13};
            },
        .expected = Verdict::paper_is_wrong,
        .why = "A misprint: the second half step goes forwards, Φ*(Δt/2).",
        .quick = true};
}

Claim time_symmetric() {
    return {.id = "time-symmetric",
            .what = "IMID, TRAP, IMIDM and TRAPM are time-symmetric",
            .published = "self-adjoint",
            .criterion = "a step is undone by one with −h, to 1e-13, on four problems",
            .examine =
                [](Lab&) {
                    double most = 0;
                    for (const char* m : {"imid", "trap", "imidm", "trapm"})
                        most = std::max(most, everywhere([&](const std::string& p, double h) {
                                            return not_undone(m, m, p, h);
                                        }));
                    return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-13};
                },
            .quick = true};
}

Claim no_momentum() {
    return {.id = "imid-trap-momentum",
            .what = "neither TRAP nor IMID conserves the spatial momenta of a free body; TRAPM and IMIDM do",
            .published = "not; exactly",
            .criterion = "change above 1e-4, below 1e-13 in 200 steps of 0.5",
            .examine =
                [](Lab& lab) {
                    const auto change = [&](const char* m) {
                        return energy_error(lab, {free_name, m, 0.5, 100}).momentum;
                    };
                    const double a = change("trap"), b = change("imid"), c = change("trapm"),
                                 d = change("imidm");
                    return Finding{listed({{"TRAP", a}, {"IMID", b}, {"TRAPM", c}, {"IMIDM", d}}),
                                   measured(std::min(a, b)) > 1e-4 && measured(std::max(c, d)) < 1e-13};
                },
            .quick = true};
}

/// Largest relative change of the kinetic energy of the free body, half a forward Euler step after each of
/// 200 steps of ½.
double midpoint_energy_change(Lab& lab, const std::string& method) {
    return lab.value("midpoint energy of " + method + " on free-body, 200 steps of 0.5", [&] {
        const Problem& p = problem(free_name);
        Integrator integrator(method, p.body, p.torque);
        State s = p.initial;
        const auto energy = [&] { return p.body.kinetic_energy(stepped("euler-forward", p, s, 0, 0.25)); };
        const double start = energy();
        double most = 0;
        for (int n = 0; n < 200; ++n) {
            integrator.step(s, 0.5 * n, 0.5);
            most = std::max(most, std::abs(energy() / start - 1));
        }
        return most;
    });
}

Claim kinetic_energy() {
    return {.id = "energy",
            .what =
                "in torque-free motion IMID conserves the kinetic energy, and TRAP that of the midpoint "
                "(half a forward Euler step ahead), not its own",
            .published = "exactly",
            .criterion = "in 200 steps of 0.5: below 1e-14, below 1e-14, above 1e-4",
            .examine =
                [](Lab& lab) {
                    const double imid = energy_error(lab, {free_name, "imid", 0.5, 100}).size(),
                                 middle = midpoint_energy_change(lab, "trap"),
                                 own = energy_error(lab, {free_name, "trap", 0.5, 100}).size();
                    return Finding{
                        fmt::format("{:.0e}, {:.0e}, {:.1e}", imid, middle, own),
                        measured(imid) < 1e-14 && measured(middle) < 1e-14 && measured(own) > 1e-4};
                },
            .quick = true};
}

Claim momentum_pair_energy() {
    return {.id = "imidm-energy",
            .what =
                "neither TRAPM nor IMIDM conserves the kinetic energy of a free body exactly; the error "
                "oscillates, is bounded for long times and scales with Δt²",
            .published = "bounded, Δt²",
            .criterion =
                "up to t = 10 000, late/early within 5 %, and the error at 0.25 is a quarter of that at 0.5 "
                "within 10 %",
            .examine =
                [](Lab& lab) {
                    Finding f{"", true};
                    for (const char* m : {"trapm", "imidm"}) {
                        const EnergyError a = energy_error(lab, {free_name, m, 0.5, 10000}),
                                          b = energy_error(lab, {free_name, m, 0.25, 10000});
                        f.ours += fmt::format("{}{} {:.1e}, late/early {:.3f}, ratio {:.2f}",
                                              f.ours.empty() ? "" : "; ", m, a.size(), a.late / a.early,
                                              a.size() / b.size());
                        f.holds = f.holds && measured(a.size()) > 1e-5
                               && measured(std::abs(a.late / a.early - 1)) < 0.05
                               && measured(std::abs(a.size() / b.size() / 4 - 1)) < 0.1;
                    }
                    return f;
                },
            .quick = true};
}

/// The largest distance between steps of a catalogue method and the Munthe-Kaas method of a tableau.
double off_tableau(const std::string& name, const Tableau& tableau) {
    const Method munthe_kaas = rkmk_method(tableau);
    return everywhere([&](const std::string& place, double h) {
        const Problem& p = problem(place);
        double off = 0;
        for (const State& s : states_of(p)) {
            State other = s;
            Integrator(munthe_kaas, p.body, p.torque).step(other, 0, h);
            off = std::max(off, distance(stepped(name, p, s, 0, h), other));
        }
        return off;
    });
}

Claim munthe_kaas() {
    return {.id = "munthe-kaas",
            .what =
                "(18), (19) and IMIDM are Munthe-Kaas methods with the tableaux of forward Euler, backward "
                "Euler and the midpoint rule, and BBTRAPWD with that of the trapezoidal rule",
            .published = "tableaux",
            .criterion = "equal to 1e-12 on four problems",
            .examine =
                [](Lab&) {
                    const double a = off_tableau("euler-forward-m", butcher::euler()),
                                 b = off_tableau("euler-backward-m", butcher::backward_euler()),
                                 c = off_tableau("imidm", butcher::midpoint()),
                                 d = off_tableau("bbtrapwd", butcher::trapezoid());
                    return Finding{fmt::format("{:.0e}, {:.0e}, {:.0e}, {:.0e}", a, b, c, d),
                                   measured(std::max({a, b, c, d})) < 1e-12};
                },
            .quick = true};
}

/// The terms of h⁴ of Ψ, R₁ = R₀ exp Ψ, that a step of a free body can have.
///
/// A Munthe-Kaas method is a Runge–Kutta method for Ψ′ = f(Ψ) = dexp⁻¹ ω(Ψ) from Ψ = 0. Its h⁴ is a combination of the four
/// elementary differentials f‴(f,f,f), f″(f,f′f), f′f″(f,f), f′f′f′f with factors made of the tableau; with D for
/// derivatives of ω(Ψ) = I⁻¹ exp(−Ψ)Π at 0, and f(Ψ) = ω + ½ Ψ×ω + Ψ×(Ψ×ω)/12 + …, these are the first four columns. That
/// of TRAPM, of Ψ = log(exp(½hω₀) exp(½hω₁)) by the Baker–Campbell–Hausdorff series, is the combination with the factors of
/// the trapezoidal rule, 1/12, 1/4, 1/8, 1/8, and besides ω×(ω×ω′)/96, the fifth column. The five are linearly independent,
/// so there is no tableau.
Eigen::Matrix<double, 3, 5> fourth_order_terms(const Eigen::Vector3d& I, const Eigen::Vector3d& momentum) {
    using Eigen::Vector3d;
    const auto D = [&](const Vector3d& v) -> Vector3d { return momentum.cross(v).cwiseQuotient(I); };
    const auto D2 = [&](const Vector3d& a, const Vector3d& b) -> Vector3d {
        return (0.5 * (momentum.cross(a).cross(b) + momentum.cross(b).cross(a))).cwiseQuotient(I);
    };
    const Vector3d w = momentum.cwiseQuotient(I), rate = D(w), across = w.cross(rate), twice = D2(w, w),
                   thrice = momentum.cross(w).cross(w).cross(w).cwiseQuotient(I), twisted = w.cross(across);
    Eigen::Matrix<double, 3, 5> columns;
    columns.col(0) = thrice + 1.5 * w.cross(twice) + 0.5 * twisted;
    columns.col(1) = D2(w, rate) + 0.5 * w.cross(D(rate)) - twisted / 12;
    columns.col(2) = D(twice) + D(across) - 0.5 * w.cross(twice) - 0.5 * twisted;
    columns.col(3) = D(D(rate)) - 0.5 * D(across) - 0.5 * w.cross(D(rate)) + 0.25 * twisted;
    columns.col(4) = twisted;
    return columns;
}

/// The least singular value of the five columns, each of length one, over four motions of the free body. (Along one of
/// them they do depend on each other, in a way that the next does not share.)
double independence() {
    const Eigen::Vector3d I = problem(free_name).body.moments();
    Eigen::Matrix<double, 12, 5> all;
    Eigen::Index row = 0;
    for (const Eigen::Vector3d& w : {Eigen::Vector3d(0.455, 0.826, 0.035), Eigen::Vector3d(0.3, 0.7, 0.5),
                                     Eigen::Vector3d(0.9, -0.2, 0.1), Eigen::Vector3d(0.1, 0.2, 1)}) {
        all.middleRows<3>(row) = fourth_order_terms(I, I.cwiseProduct(w));
        row += 3;
    }
    all.colwise().normalize();
    return all.jacobiSvd().singularValues()(4);
}

/// How far TRAPM is from the Munthe-Kaas method of the trapezoidal rule in a step of h, in units of h⁴ ω×(ω×ω′)/96.
double beyond_the_trapezoid(double h) {
    const Problem& p = problem(free_name);
    double most = 0;
    for (const State& s : states_of(p)) {
        State other = s;
        Integrator(rkmk_method(butcher::trapezoid()), p.body, p.torque).step(other, 0, h);
        const Eigen::AngleAxisd between(other.attitude.conjugate() * stepped("trapm", p, s, 0, h).attitude);
        const Eigen::Vector3d predicted =
            std::pow(h, 4) / 96 * fourth_order_terms(p.body.moments(), s.momentum).col(4);
        most = std::max(most, (between.angle() * between.axis() - predicted).norm() / predicted.norm());
    }
    return most;
}

Claim not_munthe_kaas() {
    return {
        .id = "trapm-munthe-kaas",
        .what = "TRAPM does not seem to be associated to any Munthe-Kaas Runge–Kutta method",
        .published = "does not seem to be",
        .criterion =
            "a step of the free body differs from that of the Munthe-Kaas method of the trapezoidal rule by h⁴ ω×(ω×ω′)/96, "
            "within 10 % at h = 0.02; and that term is independent of those of h⁴ which a tableau can change (least "
            "singular value above 10⁻³)",
        .examine =
            [](Lab&) {
                const double coarse = beyond_the_trapezoid(0.04), off = beyond_the_trapezoid(0.02),
                             least = independence();
                return Finding{
                    fmt::format("within {:.1f} % at h = 0.04, {:.1f} % at 0.02; least singular value {:.2g}",
                                100 * coarse, 100 * off, least),
                    measured(off) < 0.1 && measured(least) > 1e-3};
            },
        .quick = true};
}

Claim trapm_symplectic() {
    return {.id = "trapm-symplectic",
            .what = "TRAPM may or may not be symplectic",
            .published = "may or may not",
            .criterion =
                "none: nothing is claimed. Shown is by how much the canonical form changes in a step of 0.1",
            .examine =
                [](Lab& lab) {
                    const double a = symplectic_defect(lab, "trapm", slow, 0.1),
                                 order = std::log2(symplectic_defect(lab, "trapm", slow, 0.02)
                                                   / symplectic_defect(lab, "trapm", slow, 0.01));
                    return Finding{fmt::format("{:.1e}, order {:.1f}", a, order), false,
                                   measured(a) > 1e-5 && measured(std::abs(order - 3)) < 0.3};
                },
            .expected = Verdict::remark,
            .why = "It is not, as its conjugate IMIDM.",
            .quick = true};
}

/// Order on a free body driven by T = (cos 3t, sin 2t, 0) in the body, IMID or IMIDM with the torque a time `late` × h
/// after the middle of the step.
double order_with_late_torque(const std::string& name, double late) {
    const Problem& p = problem(free_name);
    const auto end = [&](int steps) {
        const double h = 10.0 / steps;
        const auto torque = body_torque([=](double t, const Eigen::Quaterniond&) -> Eigen::Vector3d {
            const double at = t + late * h;
            return {std::cos(3 * at), std::sin(2 * at), 0};
        });
        Integrator integrator(name, p.body, torque);
        State s = p.initial;
        for (int n = 0; n < steps; ++n) integrator.step(s, n * h, h);
        return s;
    };
    const State a = end(1000), b = end(2000), c = end(4000);
    return std::log2(distance(a, b) / distance(b, c));
}

Claim printed_midpoint_torque() {
    return {
        .id = "torque-as-printed",
        .what =
            "IMID and IMIDM evaluate the torque of the midpoint at tₙ + Δt/2, in the step from tₙ₋₁ to tₙ",
        .published = "T(tₙ + Δt/2, …)",
        .criterion = "second order, within 0.1, under a torque that depends on time",
        .examine =
            [](Lab&) {
                // tₙ + h/2 is one step after the middle of the step
                const double a = order_with_late_torque("imid", 1), b = order_with_late_torque("imidm", 1),
                             c = order_with_late_torque("imid", 0), d = order_with_late_torque("imidm", 0);
                return Finding{
                    fmt::format("orders {:.2f} and {:.2f}; at tₙ₋₁ + Δt/2 {:.2f} and {:.2f}", a, b, c, d),
                    measured(2 - std::min(a, b)) < 0.1,
                    measured(std::max(a, b) - 1) < 0.2 && measured(std::abs(c - 2)) < 0.1
                        && measured(std::abs(d - 2)) < 0.1};
            },
        .expected = Verdict::paper_is_wrong,
        .why =
            "A misprint: the middle of the step is tₙ₋₁ + Δt/2. As printed both are of first order when the torque depends "
            "on time; the paper's examples have none that does.",
        .quick = true};
}

// --- section 4 -----------------------------------------------------------------------------------------------------

Claim subtle_ways() {
    return {
        .id = "bbtrap-trapm",
        .what = "BBTRAP differs from TRAPM in subtle, but evidently important, ways",
        .published = "subtle; important",
        .criterion =
            "one step differs by O(h³), within 0.3, as two methods of second order may; over the run of Figure 3 "
            "BBTRAP's error is more than 3 times TRAPM's, and of the two only BBTRAP keeps the free energy",
        .examine =
            [](Lab& lab) {
                const double order = std::log2(apart("bbtrap", "trapm", fast, 0.002)
                                               / apart("bbtrap", "trapm", fast, 0.001)),
                             ratio = errors(lab, {fast, "bbtrap", 0.02 / 128}).attitude
                                   / errors(lab, {fast, "trapm", 0.02 / 128}).attitude,
                             one = energy_error(lab, {free_name, "bbtrap", 0.5, 100}).size(),
                             two = energy_error(lab, {free_name, "trapm", 0.5, 100}).size();
                return Finding{
                    fmt::format(
                        "a step differs by order {:.2f}; error {:.1f} times; energy {:.0e} and {:.1e}", order,
                        ratio, one, two),
                    measured(std::abs(order - 3)) < 0.3 && measured(ratio) > 3 && measured(one) < 1e-13
                        && measured(two) > 1e-5};
            },
        .quick = true};
}

Claim identical_when_free() {
    return {.id = "bbtrap-swc1",
            .what =
                "BBTRAP is almost identical to the algorithm of Simo and Wong; for torque-free motion it is "
                "identical",
            .published = "identical",
            .criterion = "free steps of 0.5 equal to 1e-14; not on the slow top",
            .examine =
                [](Lab&) {
                    const double free = apart("bbtrap", "swc1", free_name, 0.5),
                                 forced = apart("bbtrap", "swc1", slow, 0.1);
                    return Finding{fmt::format("{:.0e}; {:.1e} on the slow top", free, forced),
                                   measured(free) < 1e-14 && measured(forced) > 1e-6};
                },
            .quick = true};
}

Claim conserving() {
    return {.id = "conserving",
            .what = "SWC1, AKW and BBTRAP conserve momentum and energy (of a free body)",
            .published = "conserved",
            .criterion = "both to 1e-13 in 200 steps of 0.5",
            .examine =
                [](Lab& lab) {
                    double energy = 0, momentum = 0;
                    for (const char* m : {"swc1", "akw", "bbtrap"}) {
                        const EnergyError e = energy_error(lab, {free_name, m, 0.5, 100});
                        energy = std::max(energy, e.size());
                        momentum = std::max(momentum, e.momentum);
                    }
                    return Finding{fmt::format("energy {:.0e}, momentum {:.0e}", energy, momentum),
                                   measured(std::max(energy, momentum)) < 1e-13};
                },
            .quick = true};
}

Claim akw_heavy_top() {
    return {.id = "akw-top",
            .what = "AKW conserves the Hamiltonian even for the heavy top",
            .published = "conserved",
            .criterion = "1e-13 relative over 1000 steps of 0.1 of the slow top",
            .examine =
                [](Lab& lab) {
                    const double e = energy_error(lab, {slow, "akw", 0.1, 100}).size();
                    return Finding{fmt::format("{:.0e}", e), measured(e) < 1e-13};
                },
            .quick = true};
}

Claim truncation() {
    return {
        .id = "truncation",
        .what = "truncating dexp⁻¹ furnishes energy conservation while preserving the rate of convergence",
        .published = "energy, same rate",
        .criterion =
            "free body: BBTRAP's energy to 1e-13 where BBTRAPWD's changes by more than 1e-4; both of second "
            "order",
        .examine =
            [](Lab& lab) {
                const double with = energy_error(lab, {free_name, "bbtrapwd", 0.5, 100}).size(),
                             without = energy_error(lab, {free_name, "bbtrap", 0.5, 100}).size();
                const Errors a = orders(lab, free_name, "bbtrapwd", 0x1p-7, 0x1p-8),
                             b = orders(lab, free_name, "bbtrap", 0x1p-7, 0x1p-8);
                return Finding{fmt::format("energy {:.0e} and {:.1e}, orders {:.2f} and {:.2f}", without,
                                           with, b.attitude, a.attitude),
                               measured(without) < 1e-13 && measured(with) > 1e-4
                                   && measured(std::abs(a.attitude - 2)) < 0.1
                                   && measured(std::abs(b.attitude - 2)) < 0.1};
            },
        .quick = true};
}

}  // namespace

Figure vector_space() {
    return {"section2",
            "Vector space: trapezoidal and midpoint rules as compositions",
            {vector_conjugate(), vector_compositions(), printed_midpoint()}};
}

Figure pairs() {
    return {"section3",
            "The two pairs: what the text says of them",
            {adjoint("adjoint", "euler-forward", "euler-backward"),
             adjoint("adjoint-m", "euler-forward-m", "euler-backward-m"),
             composed("trap", "euler-forward", "euler-backward"),
             composed("imid", "euler-backward", "euler-forward"),
             composed("trapm", "euler-forward-m", "euler-backward-m"),
             composed("imidm", "euler-backward-m", "euler-forward-m"),
             conjugate("conjugate", "trap", "imid", "euler-backward"),
             conjugate("conjugate-m", "trapm", "imidm", "euler-backward-m"), time_symmetric(), no_momentum(),
             kinetic_energy(), momentum_pair_energy(), munthe_kaas(), not_munthe_kaas(), trapm_symplectic(),
             printed_midpoint_torque(), printed_self_adjoint(),
             symplectic(
                 "symplectic", "numerical evidence and an incomplete proof: IMIDM is symplectic",
                 "symplectic", slow, {"imidm"},
                 "The canonical form changes by O(h³) in a step, so the proof cannot be completed. A bounded "
                 "energy error that scales with Δt² is what time symmetry gives on a regular motion.")}};
}

Figure reference_methods() {
    return {"section4",
            "The reference algorithms: what the text says of them",
            {identical_when_free(), subtle_ways(), conserving(), akw_heavy_top(), truncation()}};
}

}  // namespace polhode::reproduce::krysl2006_parts
