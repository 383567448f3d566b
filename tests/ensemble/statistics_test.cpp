/// Statistics that do not depend on who computes them: against sorted data, for any threads and ranks.
#include "polhode/ensemble/statistics.hpp"

#include "ensemble/philox.hpp"
#include "ensemble/ranks_in_threads.hpp"
#include "polhode/ensemble/partition.hpp"
#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace polhode {
namespace {

std::vector<double> normal_values(std::size_t n) {
    std::vector<double> values(n);
    for (std::size_t k = 0; k < n; ++k) values[k] = 3 + 1e-3 * Draws(5, k, 0).normal2()[0];
    return values;
}

Summary of(const std::vector<double>& values, int threads = 1) {
    return *summarise({values, chunk_bodies(values.size()), threads}, *alone());
}

void expect_same_bits(const Summary& a, const Summary& b) {
    EXPECT_EQ(a.count, b.count);
    EXPECT_EQ(a.mean, b.mean);
    EXPECT_EQ(a.deviation, b.deviation);
    EXPECT_EQ(a.min, b.min);
    EXPECT_EQ(a.max, b.max);
    EXPECT_EQ(a.quantiles, b.quantiles);
}

TEST(Chunks, FollowFromTheCountAlone) {
    EXPECT_EQ(chunk_bodies(1), 8U);
    EXPECT_EQ(chunk_bodies(100'000), 384U);
    EXPECT_EQ(chunk_bodies(10'000'000), 4096U);
    for (const std::size_t count : {1UL, 9UL, 1000UL, 123'457UL})
        for (const int ranks : {1, 2, 3, 7}) {
            std::size_t next = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                const Share share = share_of(rank, ranks, count);
                EXPECT_EQ(share.first, next);
                EXPECT_TRUE(share.first % chunk_bodies(count) == 0 || share.first == count);
                next = share.last;
            }
            EXPECT_EQ(next, count);
        }
}

TEST(Statistics, AgreeWithSortedData) {
    for (const std::size_t n : {1UL, 2UL, 3UL, 19UL, 20UL, 21UL, 1000UL, 50'001UL}) {
        std::vector<double> values = normal_values(n);
        if (n > 5) values[1] = -values[1], values[2] = 0, values[3] = -0.0, values[4] = 1e-310;
        const Summary s = of(values);
        std::sort(values.begin(), values.end());
        EXPECT_EQ(s.count, static_cast<double>(n));
        EXPECT_EQ(s.min, values.front());
        EXPECT_EQ(s.max, values.back());
        for (std::size_t j = 0; j < quantile_percents.size(); ++j) {
            const auto percent = static_cast<std::size_t>(quantile_percents[j]);
            EXPECT_EQ(s.quantiles[j], values[(percent * n + 99) / 100 - 1]) << n << " " << percent;
        }
        const long double sum = std::accumulate(values.begin(), values.end(), 0.0L);
        const long double mean = sum / static_cast<long double>(n);
        long double squares = 0;
        for (const double x : values) squares += (x - mean) * (x - mean);
        EXPECT_NEAR(s.mean, static_cast<double>(mean), 1e-14);
        EXPECT_NEAR(s.deviation, static_cast<double>(std::sqrt(squares / static_cast<long double>(n))),
                    1e-14);
    }
}

/// Few values are sorted, many counted: the bits of the quantiles do not tell which.
TEST(Statistics, AreTheSameSortedOrCounted) {
    for (const std::size_t n : {1UL, 2UL, 4UL, 19UL, 100UL, 3000UL, 4096UL}) {
        std::vector<double> values = normal_values(n);
        if (n > 18) {
            values[1] = -values[1], values[2] = 0, values[3] = -0.0, values[4] = std::nan("");
            values[5] = std::numeric_limits<double>::infinity(), values[6] = -values[5],
            values[7] = values[8];
        }
        const ValuesHere here{values, chunk_bodies(n), 2};
        const auto sorted = *summarise(here, *alone(), n), counted = *summarise(here, *alone(), 0);
        for (std::size_t j = 0; j < quantile_percents.size(); ++j)
            EXPECT_EQ(std::bit_cast<std::uint64_t>(sorted.quantiles[j]),
                      std::bit_cast<std::uint64_t>(counted.quantiles[j]))
                << n << " " << quantile_percents[j];
    }
    // where everything is zero of either sign
    const std::vector<double> zeros{-0.0, 0.0, -0.0};
    const Summary s = *summarise({zeros, 8, 1}, *alone(), 3);
    for (const double q : s.quantiles) EXPECT_FALSE(std::signbit(q));
}

TEST(Statistics, LeaveOutWhatDoesNotCount) {
    const double no = std::nan("");
    expect_same_bits(of({no, 4, no, 6, no}), of({4, 6}));
    EXPECT_FALSE(summarise({std::vector<double>{no, no}, 8, 1}, *alone()));
}

TEST(Statistics, HaveTheSameBitsForAnyThreadsAndRanks) {
    std::vector<double> values = normal_values(20'000);
    values[17] = std::nan("");
    const Summary one = of(values);
    const std::vector<double> bins =
        histogram({values, chunk_bodies(20'000), 1}, one.min, one.max, 40, *alone());
    EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0.0), 19'999);
    for (const int threads : {2, 3, 8}) expect_same_bits(of(values, threads), one);
    for (const int ranks : {2, 3, 5})
        test::with_ranks(ranks, [&](Communicator& communicator) {
            const Share share = share_of(communicator.rank(), ranks, values.size());
            const ValuesHere here{std::span(values).subspan(share.first, share.size()),
                                  chunk_bodies(values.size()), 2};
            expect_same_bits(*summarise(here, communicator), one);
            EXPECT_EQ(histogram(here, one.min, one.max, 40, communicator), bins);
        });
}

TEST(Together, AllGoOnOrNoneDoes) {
    std::atomic<int> told = 0, silent = 0;
    test::with_ranks(3, [&](Communicator& communicator) {
        communicator.together([] {});
        try {
            communicator.together([&] {
                if (communicator.rank() > 0) throw InputError("the second");
            });
            ADD_FAILURE() << "no rank may go on";
        } catch (const InputError&) {
            EXPECT_EQ(communicator.rank(), 1);
            ++told;
        } catch (const FailedElsewhere& elsewhere) {
            EXPECT_TRUE(elsewhere.bad_input);
            ++silent;
        }
    });
    EXPECT_EQ(told, 1);
    EXPECT_EQ(silent, 2);
}

}  // namespace
}  // namespace polhode
