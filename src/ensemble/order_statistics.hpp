/// Values by their place in the order of size, among those of all ranks: exact, hence the same for any number of
/// threads and ranks.
#pragma once

#include "polhode/ensemble/communicator.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace polhode {

struct Wanted {
    double place;   ///< from 1, at most the number of values
    double* found;  ///< where the value goes; 0 instead of −0
};

inline constexpr std::size_t most_wanted = 5;

/// What is sought among some values.
struct Sought {
    std::span<const double> values;  ///< of this rank; NaN does not count
    double min, max;                 ///< over all ranks
    double low, high;                ///< most values are between them
    std::vector<Wanted> wanted;      ///< one to most_wanted, whose places ascend
};

/// On all ranks, for several quantities at once. Up to `most_sorted` values of a single rank are sorted.
void find_order_statistics(std::span<const Sought> sought, int threads, std::size_t most_sorted,
                           Communicator& communicator);

}  // namespace polhode
