/// A torque of the time that comes from outside with its derivatives, as Buss (2001) takes L', L'', … to be given.
#pragma once

#include "polhode/torque/generic_torque.hpp"
#include "polhode/torque/sum.hpp"

namespace polhode {

/// `given(t)` returns T, T', T'', … at the time t, as an array or vector of Eigen::Vector3d. A method that takes
/// more derivatives than there are has them as zero, and its order falls to the number of what is returned, T included:
///
///     given_torque([](double t) { return std::array{value(t), slope(t), curvature(t)}; })  // buss3, not buss4
template <class Given>
CustomTorque given_torque(Given given, Frame frame = Frame::space) {
    return generic_torque(
        [given = std::move(given)](const auto& t, const auto&) {
            using Real = std::decay_t<decltype(t)>;
            const double now = core::plain_time(t);
            const auto derivatives = given(now);
            const Real since = t - Real(now);
            core::Vector3<Real> sum(Real(0), Real(0), Real(0));  // of Taylor's series about now
            for (std::size_t k = derivatives.size(); k-- > 0;) {
                const Eigen::Vector3d& d = derivatives[k];
                sum = core::Vector3<Real>(Real(d.x()), Real(d.y()), Real(d.z()))
                    + (since * Real(1 / static_cast<double>(k + 1))) * sum;
            }
            return sum;
        },
        frame);
}

}  // namespace polhode
