#include "krysl2005.hpp"
#include "krysl_claims.hpp"
#include "krysl_misprints.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2005_parts {

namespace {

using namespace krysl;

/// A step of the printed Φ̃* with −h after a step of Φ̃, on the slow top.
double printed_not_undone(double h) {
    const Problem& p = problem(slow);
    double most = 0;
    for (const State& s : states_of(p)) {
        core::State<double> back = core::to_principal(stepped("liemid-e2", p, s, 0, h), {});
        if (!stepper_of<core::HeavyTop, PrintedAdjoint>(p).step(back, h, -h).ok()) return INFINITY;
        most = std::max(most, distance(s, core::from_principal(back, {})));
    }
    return most;
}

/// Change of the momentum about the field's axis over 20 steps of 0.2 of the printed Φ̃*, on the soft wall.
double printed_momentum_change() {
    const Problem& p = problem(wall);
    auto stepper = stepper_of<core::SoftWall, PrintedAdjoint>(p);
    core::State<double> s = core::to_principal(p.initial, {});
    const double start = to_space(s.attitude, s.momentum).z;
    for (int n = 0; n < 20; ++n)
        if (!stepper.step(s, 0.2 * n, 0.2).ok()) return INFINITY;
    return std::abs(to_space(s.attitude, s.momentum).z - start);
}

Claim printed_adjoint() {
    return {.id = "adjoint-as-printed",
            .what =
                "the method with the impulse at the end of the step, as printed, is the adjoint of the one "
                "with the impulse at the start",
            .published = "adjoint",
            .criterion = "it undoes a step of 0.1 with −0.1 on the slow top, to 1e-13",
            .examine =
                [](Lab&) {
                    const double printed = printed_not_undone(0.1),
                                 corrected = not_undone("liemid-e2", "liemid-e1", slow, 0.1),
                                 momentum = printed_momentum_change();
                    return Finding{
                        fmt::format("misses by {:.1e}; with the torque outside exp(−Ψ) by {:.0e}; as printed "
                                    "the momentum about the field's axis changes by {:.1e} in 20 steps",
                                    printed, corrected, momentum),
                        measured(printed) < 1e-13,
                        measured(printed) > 1e-3 && measured(corrected) < 1e-13 && measured(momentum) > 1e-3};
                },
            .expected = Verdict::paper_is_wrong,
            .why =
                "A misprint: the torque at the end stands inside exp(−Ψ), Π₁ = exp(−Ψ)(Π₀ + hT₁). Krysl "
                "(2004) has it right, Π₁ = exp(−Ψ)Π₀ + hT₁, which is the adjoint.",
            .quick = true};
}

/// The slow top at t = 1 by N steps with the printed momentum of the midpoint.
State end_with_printed_midpoint(int N) {
    const Problem& p = problem(slow);
    auto stepper = stepper_of<core::HeavyTop, PrintedMidpointMomentum>(p);
    core::State<double> s = core::to_principal(p.initial, {});
    const double h = 1.0 / N;
    for (int n = 0; n < N; ++n)
        if (!stepper.step(s, n * h, h).ok()) throw RunError("a step failed");
    return core::from_principal(s, {});
}

Claim printed_midpoint() {
    return {
        .id = "midpoint-as-printed",
        .what =
            "the midpoint approximation of the angular impulse as printed, Π(t + Δt/2) = Π + (Δt/2) exp(½Ψ) T, results "
            "in the implicit algorithm LIEMID[I]",
        .published = "Π + (Δt/2) exp(½Ψ) T",
        .criterion = "it is of second order on the slow top, within 0.1, as LIEMID[I] is",
        .examine =
            [](Lab& lab) {
                const double seen = lab.value("krysl2005 order of the printed midpoint", [] {
                    const State a = end_with_printed_midpoint(8000), b = end_with_printed_midpoint(16000),
                                c = end_with_printed_midpoint(32000);
                    return std::log2(distance(a, b) / distance(b, c));
                });
                const Errors right = orders(lab, slow, "liemid-i", 1.0 / 1024, 1.0 / 2048);
                return Finding{
                    fmt::format("order {:.2f}; with exp(−½Ψ) before it {:.2f}", seen, right.attitude),
                    measured(2 - seen) < 0.1,
                    measured(std::abs(seen - 1)) < 0.2 && measured(std::abs(right.attitude - 2)) < 0.05};
            },
        .expected = Verdict::paper_is_wrong,
        .why =
            "A misprint: the momentum of the midpoint lacks a factor, exp(−½Ψ)(Π + (Δt/2) exp(½Ψ) T), as equation (6) has "
            "it. As printed the rotation is that of the start, and the method of first order.",
        .quick = true};
}

Claim composition() {
    return {.id = "composition",
            .what = "Ξ̃ = Φ̃*_{h/2} ∘ Φ̃_{h/2} is of second order and time-symmetric",
            .published = "second order",
            .criterion =
                "the composition agrees with liemid-ea to 1e-13, a step of which is undone with −h to 1e-13; "
                "slopes on the slow top within 0.05 of 2",
            .examine =
                [](Lab& lab) {
                    const double off = off_composition("liemid-ea", "liemid-e2", "liemid-e1", slow, 0.1),
                                 back = not_undone("liemid-ea", "liemid-ea", slow, 0.1);
                    const Errors o = orders(lab, slow, "liemid-ea", 1.0 / 1024, 1.0 / 2048);
                    return Finding{
                        fmt::format("{:.0e}, {:.0e}, order {:.2f}/{:.2f}", off, back, o.attitude, o.momentum),
                        measured(off) < 1e-13 && measured(back) < 1e-13
                            && measured(std::abs(o.attitude - 2)) < 0.05
                            && measured(std::abs(o.momentum - 2)) < 0.05};
                },
            .quick = true};
}

Claim reduces_to_midpoint() {
    return {
        .id = "torque-free",
        .what = "they all reduce to the full midpoint Lie algorithm for torque-free motion",
        .published = "all",
        .criterion = "steps of 1 of the free body agree with LIEMID to 1e-14",
        .examine =
            [](Lab&) {
                const double one = std::max(apart("liemid-e1", "liemid", "free-body", 1),
                                            apart("liemid-e2", "liemid", "free-body", 1)),
                             both = apart("liemid-ea", "liemid", "free-body", 1),
                             halves = off_composition("liemid-ea", "liemid", "liemid", "free-body", 1);
                return Finding{
                    fmt::format("Φ̃, Φ̃* {:.0e}; Ξ̃ {:.1e}, and {:.0e} from two half steps", one, both, halves),
                    measured(std::max(one, both)) < 1e-14,
                    measured(one) < 1e-14 && measured(both) > 1e-3 && measured(halves) < 1e-14};
            },
        .expected = Verdict::paper_is_wrong,
        .why = "Φ̃ and Φ̃* do. Their composition Ξ̃ reduces to two steps of half the size.",
        .quick = true};
}

}  // namespace

Figure rotation_group() {
    return {"section3",
            "Rotation group: the two explicit methods and their composition",
            {printed_midpoint(), printed_adjoint(), composition(),
             of_order("first-order", "Φ̃ and Φ̃* are of first order", "first order", fast,
                      {"liemid-e1", "liemid-e2"}, 1, 0.15, 0x1p-14, 0x1p-15),
             conserve_momentum("Φ̃, Φ̃* and Ξ̃", {"liemid-e1", "liemid-e2", "liemid-ea"}), reduces_to_midpoint(),
             symplectic("symplectic", "Φ̃, Φ̃* and their composition are symplectic", "symplectic", slow,
                        {"liemid-e1", "liemid-e2", "liemid-ea"},
                        "The kicks are symplectic, the drift is not: IΨ = h exp(−Ψ/2)Π is no discrete "
                        "Legendre transform. The canonical form changes by O(h³) in a step. With dexp⁻¹ in "
                        "place of exp(−Ψ/2) it would be (vexp).")}};
}

}  // namespace polhode::reproduce::krysl2005_parts
