/// What the values of many bodies have in common: mean, spread, quantiles; the same bits for any number of
/// threads and ranks.
#pragma once

#include "polhode/ensemble/communicator.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace polhode {

inline constexpr std::array quantile_percents{5, 25, 50, 75, 95};

struct Summary {
    double count = 0;  ///< bodies counted
    double mean = 0;
    double deviation = 0;  ///< √(mean of (x − mean)²)
    double min = 0, max = 0;
    /// The least value that at least `percent` of the values do not exceed: a value that occurs, exactly.
    std::array<double, quantile_percents.size()> quantiles{};
};

/// Values of one rank: those of its bodies in order. NaN: a body that does not count.
struct ValuesHere {
    std::span<const double> values;
    std::size_t chunk;  ///< bodies per chunk; a rank begins with a chunk
    int threads;
};

/// Over the bodies of all ranks, on all ranks; nothing if no body counts. Up to `most_sorted` values of one
/// rank are sorted, which is faster for so few of them; otherwise quantiles are found by counting, and are the
/// same.
std::optional<Summary> summarise(const ValuesHere& here, Communicator& communicator,
                                 std::size_t most_sorted = 4096);
/// The same of several quantities of the same bodies, whose values stand one quantity behind the other: threads
/// are started, and ranks speak to each other, once for all.
std::vector<std::optional<Summary>> summarise_all(const ValuesHere& here, std::size_t quantities,
                                                  Communicator& communicator, std::size_t most_sorted = 4096);

/// How many values lie in each of `bins` equal parts of [min, max]; the last one has its upper end.
std::vector<double> histogram(const ValuesHere& here, double min, double max, std::size_t bins,
                              Communicator& communicator);

}  // namespace polhode
