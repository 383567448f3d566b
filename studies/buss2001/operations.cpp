/// Figure 3 with our own kernels: the arithmetic of a step, counted by running it on a number that counts.
#include "buss2001/claims.hpp"
#include "buss2001/prices.hpp"
#include "polhode/drift/mclachlan_reich.hpp"
#include "polhode/method/buss.hpp"
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
double of_method() {
    return counted([](State<Counting>& s) {
        System<Counting, core::NoTorque> system{inertia, {}};
        const Method method{};
        auto memory = Method::start(system, s, Counting(0));
        (void)method.step(system, s, memory, Counting(0), Counting(0.3));
    });
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
                        && measured(of_correction) < 200};
        },
        .expected = Verdict::remark,
        .why =
            "Fourth order and McLachlan–Reich are cheaper here: derivatives are products of components in the body, and series replace sines and cosines at moderate angles. Runge–Kutta, which turns vectors to space and back in every stage, is dearer.",
        .quick = true};
}

}  // namespace polhode::reproduce::buss
