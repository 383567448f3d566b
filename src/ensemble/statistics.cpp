#include "polhode/ensemble/statistics.hpp"

#include "threads/in_parallel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

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

/// Sums go by chunk, then over the chunks in their order, so that they do not depend on the ranks.
Moments all_moments(const ValuesHere& here, Communicator& communicator) {
    const std::size_t n = here.values.size(), chunks = (n + here.chunk - 1) / here.chunk;
    std::vector<Moments> parts(chunks);
    in_parallel(static_cast<long>(chunks), here.threads,
                [&](long i) {
                    const std::size_t first = static_cast<std::size_t>(i) * here.chunk;
                    parts[static_cast<std::size_t>(i)] =
                        moments_of(here.values.subspan(first, std::min(here.chunk, n - first)));
                },
                {});
    const auto* numbers = reinterpret_cast<const double*>(parts.data());
    const std::vector<double> all = communicator.gather({numbers, 5 * chunks});
    Moments total;
    for (std::size_t i = 0; i + 5 <= all.size(); i += 5)
        total.join({all[i], all[i + 1], all[i + 2], all[i + 3], all[i + 4]});
    communicator.broadcast({&total.count, 5});
    return total;
}

/// Counts of all values here by `bin(value)`, one or more bins of `bins` for each, by several threads.
template <class Count>
std::vector<double> counted(const ValuesHere& here, std::size_t bins, const Count& count) {
    const std::size_t n = here.values.size();
    const auto shares = static_cast<std::size_t>(std::max(1, here.threads));
    std::vector<std::vector<double>> parts(shares);
    in_parallel(static_cast<long>(shares), here.threads,
                [&](long i) {
                    const auto s = static_cast<std::size_t>(i);
                    std::vector<double> counts(bins);
                    const std::size_t first = n * s / shares;
                    for (const double x : here.values.subspan(first, n * (s + 1) / shares - first))
                        if (!std::isnan(x)) count(x, counts);
                    parts[s] = std::move(counts);
                },
                {});
    for (std::size_t s = 1; s < shares; ++s)
        for (std::size_t i = 0; i < bins; ++i) parts[0][i] += parts[s][i];
    return parts[0];
}

/// Whole numbers in the order of the doubles.
std::uint64_t order_of(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // −0 is 0
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    return bits & sign ? ~bits : bits | sign;
}
double with_order(std::uint64_t order) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    return std::bit_cast<double>(order & sign ? order ^ sign : ~order);
}

/// Order statistics of few values on one rank: the counting below takes as long for one as for thousands.
template <std::size_t N>
std::array<double, N> sorted_order_statistics(std::span<const double> values,
                                              const std::array<double, N>& places) {
    std::vector<double> sorted;
    for (const double x : values)
        if (!std::isnan(x)) sorted.push_back(x + 0.0);  // −0 is 0
    std::ranges::sort(sorted);
    std::array<double, N> found{};
    for (std::size_t j = 0; j < N; ++j) found[j] = sorted[static_cast<std::size_t>(places[j]) - 1];
    return found;
}

/// Order statistics by counting: some bits of order_of at a time, from the top, among the values that agree
/// in the bits found so far. Nothing is stored or moved, and counts do not depend on any order.
template <std::size_t N>
std::array<double, N> order_statistics(const ValuesHere& here, std::array<double, N> places,
                                       Communicator& communicator) {
    constexpr int bits_at_a_time = 11;
    constexpr std::size_t bins = std::size_t{1} << bits_at_a_time;
    std::array<std::uint64_t, N> found{};  // the bits above those that are open
    for (int open = 64; open > 0;) {
        const int bits = std::min(bits_at_a_time, open);
        const int below = open - bits;
        std::vector<double> counts = counted(here, N * bins, [&](double x, std::vector<double>& c) {
            const std::uint64_t order = order_of(x);
            const std::uint64_t above = open == 64 ? 0 : order >> open;
            const auto digit = static_cast<std::size_t>((order >> below) & ((std::uint64_t{1} << bits) - 1));
            for (std::size_t j = 0; j < N; ++j)
                if (above == found[j]) c[j * bins + digit] += 1;
        });
        communicator.sum(counts);
        for (std::size_t j = 0; j < N; ++j) {
            std::size_t digit = 0;
            while (places[j] > counts[j * bins + digit]) places[j] -= counts[j * bins + digit++];
            found[j] = found[j] << bits | digit;
        }
        open = below;
    }
    std::array<double, N> values{};
    for (std::size_t j = 0; j < N; ++j) values[j] = with_order(found[j]);
    return values;
}

}  // namespace

std::optional<Summary> summarise(const ValuesHere& here, Communicator& communicator,
                                 std::size_t most_sorted) {
    const Moments m = all_moments(here, communicator);
    if (m.count == 0) return {};
    std::array<double, quantile_percents.size()> places{};  // from 1
    for (std::size_t j = 0; j < places.size(); ++j)
        places[j] = std::max(1.0, std::ceil(quantile_percents[j] * m.count / 100));
    const bool sort = communicator.ranks() == 1 && here.values.size() <= most_sorted;
    return Summary{
        m.count,
        m.mean,
        std::sqrt(m.squares / m.count),
        m.min,
        m.max,
        sort ? sorted_order_statistics(here.values, places) : order_statistics(here, places, communicator)};
}

std::vector<double> histogram(const ValuesHere& here, double min, double max, std::size_t bins,
                              Communicator& communicator) {
    std::vector<double> counts = counted(here, bins, [&](double x, std::vector<double>& c) {
        const double place = max > min ? (x - min) / (max - min) * static_cast<double>(bins) : 0;
        c[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, place)))] += 1;
    });
    communicator.sum(counts);
    return counts;
}

}  // namespace polhode
