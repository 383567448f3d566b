#include "bind_model.hpp"

namespace polhode {

template std::shared_ptr<const core::BoundTorque<long double>> bound_torque(
    const Body&, const Torque&, const core::Variation<long double>&);

}  // namespace polhode
