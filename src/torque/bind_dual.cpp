#include "bind_model.hpp"

namespace polhode {

template std::shared_ptr<const core::BoundTorque<core::Dual<double, 6>>> bound_torque(
    const Body&, const Torque&, const core::Variation<core::Dual<double, 6>>&);

}  // namespace polhode
