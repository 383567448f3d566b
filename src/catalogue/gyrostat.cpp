/// Bodies with rotors in methods that take none.
#include "entry.hpp"
#include "polhode/step/rotor_stepper.hpp"

namespace polhode {

template <class Real>
std::unique_ptr<core::Stepper<Real>> stepper_of_gyrostat(const Body& body, const Torque& torque,
                                                         const core::Variation<Real>& variation,
                                                         const InnerStepper<Real>& make) {
    const core::Inertia<Real> inertia = core::inertia_of<Real>(body, variation);
    const core::Rotor<Real> rotor = core::rotor_of<Real>(body, variation);
    auto bound = bound_torque<Real>(body, torque, variation);
    using Model = core::RotorTorque<Real>;
    auto with_rotor = std::make_shared<core::BoundModel<Model, Real>>(Model(bound, rotor));
    return std::make_unique<core::RotorStepper<Real>>(make(inertia, std::move(with_rotor)), inertia, rotor,
                                                      std::move(bound));
}

template std::unique_ptr<core::Stepper<double>> stepper_of_gyrostat(const Body&, const Torque&,
                                                                    const core::Variation<double>&,
                                                                    const InnerStepper<double>&);
template std::unique_ptr<core::Stepper<long double>> stepper_of_gyrostat(const Body&, const Torque&,
                                                                         const core::Variation<long double>&,
                                                                         const InnerStepper<long double>&);
template std::unique_ptr<core::Stepper<Dual6>> stepper_of_gyrostat(const Body&, const Torque&,
                                                                   const core::Variation<Dual6>&,
                                                                   const InnerStepper<Dual6>&);

}  // namespace polhode
