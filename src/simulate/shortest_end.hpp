/// The shortest run for which steps are chosen: of shorter ones, the steps have no inverse that is a number.
#pragma once

namespace polhode {

inline constexpr double shortest_end = 1e-290;

}  // namespace polhode
