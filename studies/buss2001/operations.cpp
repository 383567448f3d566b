/// Figure 3 with our own kernels: the arithmetic of a step, counted by running it on a number that counts.
#include "buss2001/claims.hpp"
#include "buss2001/prices.hpp"
#include "polhode/drift/mclachlan_reich.hpp"
#include "polhode/method/buss.hpp"
#include "polhode/method/commutator_free.hpp"
#include "polhode/method/energy_projection.hpp"
#include "polhode/method/space_velocity.hpp"
#include "reproduce/counting_scalar.hpp"

namespace polhode::reproduce::buss {

namespace {

using core::Inertia, core::State, core::System, core::Vector3;

State<Counting> spinning() {
    return {{Counting(0.1), Counting(-0.2), Counting(0.3), Counting(std::sqrt(1 - 0.14))},
            {Counting(1.0), Counting(0.5), Counting(-0.7)}};
}
const Inertia<Counting> inertia(Vector3<Counting>(Counting(1), Counting(2), Counting(2.5)));

/// In multiplications, at the text's prices; a step of 0.3, which takes the middle branch of the series.
template <class Kernel>
double counted(const Kernel& kernel) {
    State<Counting> state = spinning();
    Counting::begin();
    kernel(state);
    return static_cast<double>(Counting::products) + division * static_cast<double>(Counting::quotients)
         + root * static_cast<double>(Counting::roots)
         + trigonometric * static_cast<double>(Counting::trigonometric);
}

template <class Method>
double of_method(const Method& method = {}) {
    return counted([&](State<Counting>& s) {
        System<Counting, core::NoTorque> system{inertia, {}};
        auto memory = method.start(system, s, Counting(0));
        (void)method.step(system, s, memory, Counting(0), Counting(0.3));
    });
}

/// A step of rkmk-rk4, the part for implicit tableaux left out, which does not run on a number that counts.
void munthe_kaas_step(State<Counting>& s) {
    System<Counting, core::NoTorque> system{inertia, {}};
    const core::rkmk::Weights<double> weights(butcher::rk4());
    std::vector<core::rkmk::Stage<Counting>> room(weights.b.size());
    core::rkmk::Stages<Counting, core::NoTorque> stages{system, weights, room, s, Counting(0), Counting(0.3)};
    stages.substitute();
    const core::Quaternion<Counting> turn = exp(stages.psi(weights.b, room.size()));
    const Vector3<Counting> carried = stages.carried(weights.b, room.size());
    s.momentum = restore_length(to_body(turn, carried), norm2(carried));
    s.attitude = renormalised(s.attitude * turn);
}

}  // namespace

Claim own_kernels() {
    return {
        .id = "own-kernels",
        .what =
            "the relative costs of our own kernels, counted by a scalar that counts, at the text's prices",
        .published = "0.30, 0.37, 0.41, 0.54, 0.73, 0.84, 1.20; correction 0.46",
        .criterion =
            "none: other programs have other costs. Shown are first, second, augmented second, third, fourth order, "
            "McLachlan–Reich, Runge–Kutta, and the correction, in units of third order with correction",
        .examine = [](Lab&) -> Finding {
            const double of_third = of_method<core::Buss<core::buss::Third>>(),
                         of_correction = counted([](State<Counting>& s) {
                             (void)turn_to_kinetic_energy(inertia, s, Counting(1e-3));
                         });
            std::string text;
            for (const double step :
                 {of_method<core::Buss<core::buss::First>>(), of_method<core::Buss<core::buss::Second>>(),
                  of_method<core::Buss<core::buss::AugmentedSecond>>(), of_third,
                  of_method<core::Buss<core::buss::Fourth>>(), counted([](State<Counting>& s) {
                      (void)core::McLachlanReichDrift<core::Trigonometric>{.fixed_axes = core::AxisOrder{}}(
                          inertia, s, Counting(0.3));
                  }),
                  of_method<core::NaiveRungeKutta>(), of_correction})
                text += fmt::format("{}{:.2f}", text.empty() ? "" : ", ", step / (of_third + of_correction));
            return {fmt::format("{}; the unit is {:.0f} multiplications", text, of_third + of_correction),
                    false,
                    measured(of_third) > 30 && measured(of_third) < 300 && measured(of_correction) > 20
                        && measured(of_correction) < 300};
        },
        .expected = Verdict::remark,
        .why =
            "Fourth order and McLachlan–Reich are cheaper here: derivatives are products of components in the body, and series replace sines and cosines at moderate angles. Runge–Kutta, which turns vectors to space and back in every stage, is dearer.",
        .quick = true};
}

Claim lie_group_costs() {
    return {
        .id = "lie-group-costs",
        .what = "fourth-order Runge–Kutta algorithms on Lie groups cost about as much as the standard one",
        .published = "similar computational costs",
        .criterion =
            "arithmetic of our own kernels, in units of the standard method (rk4-naive): Munthe-Kaas (rkmk-rk4) and "
            "Crouch–Grossman (cg4) between 0.67 and 1.5",
        .examine = [](Lab&) -> Finding {
            const double unit = of_method<core::NaiveRungeKutta>(),
                         munthe_kaas = counted(munthe_kaas_step) / unit,
                         crouch_grossman = of_method(core::CommutatorFree(commutator_free::cg4(), 4)) / unit,
                         commutator_free = of_method(core::CommutatorFree(commutator_free::cf4(), 4)) / unit,
                         own = of_method<core::Buss<core::buss::Fourth>>() / unit;
            const auto similar = [](double cost) { return lies_between(0.67, cost, 1.5); };
            return {fmt::format(
                        "Munthe-Kaas {:.2f}, Crouch–Grossman {:.2f}; the later commutator-free method (cf4) "
                        "{:.2f}, the paper's fourth-order method {:.2f}",
                        munthe_kaas, crouch_grossman, commutator_free, own),
                    similar(munthe_kaas) && similar(crouch_grossman),
                    similar(munthe_kaas) && similar(commutator_free) && measured(crouch_grossman) > 1.5};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "It is so for Munthe-Kaas' method, and for commutator-free ones of 2003. A Crouch–Grossman method of fourth order "
            "takes five stages and an exponential for each coefficient, 15 in all.",
        .quick = true};
}

Claim lie_group_work() {
    return {
        .id = "lie-group-work",
        .what =
            "the Runge–Kutta algorithms on Lie groups have not been tried for rigid body rotations; the comparisons with them "
            "are speculative",
        .published = "not tried",
        .criterion =
            "none: nothing is claimed. Shown are steps for 10⁻⁶ at T = 4 times the arithmetic of a step, relative to the "
            "paper's fourth-order method, of rkmk-rk4, cg4 and, later, cf4, and of the standard Runge–Kutta method for 10⁻³",
        .examine = [](Lab& lab) -> Finding {
            const double own = of_method<core::Buss<core::buss::Fourth>>(),
                         unit = own * steps(lab, "buss4", 4, 1e-6);
            const auto work = [&](const char* m, double arithmetic) {
                return arithmetic * steps(lab, m, 4, 1e-6) / unit;
            };
            const double munthe_kaas = work("rkmk-rk4", counted(munthe_kaas_step)),
                         crouch_grossman =
                             work("cg4", of_method(core::CommutatorFree(commutator_free::cg4(), 4))),
                         commutator_free =
                             work("cf4", of_method(core::CommutatorFree(commutator_free::cf4(), 4))),
                         standard = of_method<core::NaiveRungeKutta>() * steps(lab, "Runge-Kutta", 4, 1e-3)
                                  / (own * steps(lab, "buss4", 4, 1e-3));
            return {fmt::format("rkmk-rk4 {:.1f}, cg4 {:.1f}, cf4 {:.1f}; standard {:.0f} for 10⁻³",
                                munthe_kaas, crouch_grossman, commutator_free, standard),
                    false, measured(std::min({munthe_kaas, crouch_grossman, commutator_free})) > 1.3};
        },
        .expected = Verdict::remark,
        .why =
            "They are of fourth order, so much better than the standard method. They take about as many steps as the paper's "
            "fourth-order method, each of several times its arithmetic.",
        .quick = true};
}

}  // namespace polhode::reproduce::buss
