/// The torque of one piece of a run after the other, of many pieces too.
#pragma once

#include "polhode/torque/torque.hpp"

namespace polhode {

/// Whether a part of a sum jumps at times other than those between which it acts. A sum for a piece sees to its
/// parts.
inline bool jumps_by_itself(const Torque& part) {
    const auto* sum = std::get_if<TorqueSum>(&part);
    return !(sum && sum->piece != TimeSpan{}) && !breakpoints(part).empty();
}

class TorqueInTime {
public:
    explicit TorqueInTime(const Torque& torque);

    /// What acts between two breakpoints, each of which is taken from inside. Takes a time that does not
    /// depend on the number of windows but by its logarithm.
    Torque within(const TimeSpan& piece) const;

private:
    std::vector<TorquePart> parts_;  // with windows in order, none of which touches the next
};

}  // namespace polhode
