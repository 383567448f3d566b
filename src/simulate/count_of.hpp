/// Counts that come out of a division: of steps, of pieces.
#pragma once

#include "polhode/simulate/resolve.hpp"

namespace polhode {

/// As a whole number. What is more than can be counted, infinite too, is the most that can; what is no number is 0,
/// as what is negative. A conversion of such a double would be undefined.
inline long count_of(double number) {
    if (!(number > 0)) return 0;
    return static_cast<long>(number < countable_steps ? number : countable_steps);
}

}  // namespace polhode
