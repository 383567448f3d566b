/// The torque of one piece of a run after the other, of many pieces too.
#pragma once

#include "polhode/torque/torque.hpp"

namespace polhode {

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
