#include "polhode/ensemble/statistics.hpp"

#include "ensemble/order_statistics.hpp"
#include "polhode/scalar/pack.hpp"
#include "threads/in_parallel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode {

namespace {

/// Count, mean and Σ(x − mean)² of a part, joined as T. F. Chan, G. H. Golub, R. J. LeVeque, Updating
/// formulae and a pairwise algorithm for computing sample variances, COMPSTAT (1982) 30–41.
struct Moments {
    double count = 0, mean = 0, squares = 0;
    double min = std::numeric_limits<double>::infinity(), max = -min;

    void join(const Moments& other) {
        if (other.count == 0) return;
        const double all = count + other.count, apart = other.mean - mean;
        mean += apart * (other.count / all);
        squares += other.squares + apart * apart * (count * other.count / all);
        count = all;
        min = std::min(min, other.min);
        max = std::max(max, other.max);
    }
};
static_assert(sizeof(Moments) == 5 * sizeof(double));

Moments moments_of(std::span<const double> values) {
    Moments m;
    for (const double x : values)
        if (!std::isnan(x)) m.join({1, x, 0, x, x});
    return m;
}

/// The same of several whole chunks side by side: each is summed in its own order, while the others hide how
/// long a sum takes. A chunk with a NaN has one for its mean.
constexpr std::size_t side_by_side = 8;
std::array<Moments, side_by_side> moments_side_by_side(const double* first, std::size_t chunk) {
    using Two = core::Pack<2, Moments>;  // two chunks; every machine has room for two numbers in a register
    constexpr std::size_t pairs = side_by_side / Two::lanes;
    std::array<Two, pairs> mean, squares, min, max;
    mean.fill(Two(0));
    squares.fill(Two(0));
    min.fill(Two(std::numeric_limits<double>::infinity()));
    max.fill(Two(-std::numeric_limits<double>::infinity()));
    for (std::size_t i = 0; i < chunk; ++i) {
        const auto before = static_cast<double>(i), all = before + 1;
        const Two weight(1 / all), squares_weight(before / all);
        for (std::size_t c = 0; c < pairs; ++c) {
            const double* const x_of_two = first + 2 * c * chunk + i;
            const Two x(Two::Vector{x_of_two[0], x_of_two[chunk]}), apart = x - mean[c];
            mean[c] += apart * weight;
            squares[c] += apart * apart * squares_weight;
            min[c] = select(x < min[c], x, min[c]);
            max[c] = select(max[c] < x, x, max[c]);
        }
    }
    std::array<Moments, side_by_side> result;
    for (std::size_t c = 0; c < side_by_side; ++c) {
        const std::size_t pair = c / 2;
        const int lane = static_cast<int>(c % 2);
        result[c] = {static_cast<double>(chunk), mean[pair].lane(lane), squares[pair].lane(lane),
                     min[pair].lane(lane), max[pair].lane(lane)};
    }
    return result;
}

/// Of each chunk of the values, to parts[0], parts[stride] …
void moments_of_chunks(std::span<const double> values, std::size_t chunk, Moments* parts,
                       std::size_t stride) {
    const std::size_t n = values.size(), chunks = (n + chunk - 1) / chunk;
    std::array<Moments, side_by_side> together;
    together.fill({0, std::numeric_limits<double>::quiet_NaN(), 0, 0, 0});
    if (n == side_by_side * chunk) together = moments_side_by_side(values.data(), chunk);
    for (std::size_t c = 0; c < chunks; ++c)
        parts[c * stride] = std::isnan(together[c].mean)
                              ? moments_of(values.subspan(c * chunk, std::min(chunk, n - c * chunk)))
                              : together[c];
}

/// Several quantities of the bodies of this rank.
struct Columns {
    const ValuesHere& here;
    std::size_t count;

    std::size_t bodies() const { return here.values.size() / count; }
    std::span<const double> operator[](std::size_t i) const {
        return here.values.subspan(i * bodies(), bodies());
    }
};

/// Sums go by chunk, then over the chunks in their order, so that they do not depend on the ranks.
std::vector<Moments> all_moments(const Columns& columns, Communicator& communicator) {
    const std::size_t chunk = columns.here.chunk, n = columns.bodies(), chunks = (n + chunk - 1) / chunk,
                      bundles = (chunks + side_by_side - 1) / side_by_side;
    std::vector<Moments> parts(chunks * columns.count);
    in_parallel(static_cast<long>(bundles), columns.here.threads,
                [&](long i) {
                    const std::size_t first_chunk = static_cast<std::size_t>(i) * side_by_side,
                                      first = first_chunk * chunk;
                    for (std::size_t q = 0; q < columns.count; ++q)
                        moments_of_chunks(
                            columns[q].subspan(first, std::min(side_by_side * chunk, n - first)), chunk,
                            &parts[first_chunk * columns.count + q], columns.count);
                },
                {});
    constexpr std::size_t numbers = sizeof(Moments) / sizeof(double);
    const std::vector<double> all =
        communicator.gather({reinterpret_cast<const double*>(parts.data()), numbers * parts.size()});
    std::vector<Moments> totals(columns.count);
    for (std::size_t i = 0; i + numbers <= all.size(); i += numbers)
        totals[i / numbers % columns.count].join({all[i], all[i + 1], all[i + 2], all[i + 3], all[i + 4]});
    communicator.broadcast({reinterpret_cast<double*>(totals.data()), numbers * totals.size()});
    return totals;
}

}  // namespace

std::vector<std::optional<Summary>> summarise_all(const ValuesHere& here, std::size_t quantities,
                                                  Communicator& communicator, std::size_t most_sorted) {
    const Columns columns{here, quantities};
    const std::vector<Moments> moments = all_moments(columns, communicator);
    std::vector<std::optional<Summary>> summaries(quantities);
    std::vector<Sought> sought;
    for (std::size_t i = 0; i < quantities; ++i) {
        const Moments& m = moments[i];
        if (m.count == 0) continue;
        const double deviation = std::sqrt(m.squares / m.count);
        Summary& summary = summaries[i].emplace(Summary{m.count, m.mean, deviation, m.min, m.max, {}});
        sought.push_back({columns[i], m.min, m.max, m.mean - 4 * deviation, m.mean + 4 * deviation, {}});
        for (std::size_t j = 0; j < quantile_percents.size(); ++j)
            sought.back().wanted.push_back(
                {std::max(1.0, std::ceil(quantile_percents[j] * m.count / 100)), &summary.quantiles[j]});
    }
    static_assert(quantile_percents.size() <= most_wanted);
    find_order_statistics(sought, here.threads, most_sorted, communicator);
    return summaries;
}

std::optional<Summary> summarise(const ValuesHere& here, Communicator& communicator,
                                 std::size_t most_sorted) {
    return summarise_all(here, 1, communicator, most_sorted)[0];
}

std::vector<double> histogram(const ValuesHere& here, double min, double max, std::size_t bins,
                              Communicator& communicator) {
    std::vector<double> counts(bins);
    for (const double x : here.values) {
        if (std::isnan(x)) continue;
        const double place = max > min ? (x - min) / (max - min) * static_cast<double>(bins) : 0;
        const double last = static_cast<double>(bins - 1);
        counts[static_cast<std::size_t>(std::min(last, std::max(0.0, place)))] += 1;
    }
    communicator.sum(counts);
    return counts;
}

}  // namespace polhode
