/// Statistics that do not depend on who computes them: against sorted data, for any threads and ranks.
#include "polhode/ensemble/statistics.hpp"

#include "ensemble/philox.hpp"
#include "ensemble/ranks_in_threads.hpp"
#include "polhode/ensemble/partition.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
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

// --- against sorted values, of every kind -----------------------------------------------------------------------

/// The mean and the quantiles by their definitions, one value after the other.
Summary naive(const std::vector<double>& values, std::size_t chunk) {
    struct Part {
        double count = 0, mean = 0, squares = 0;
    };
    const auto join = [](Part& a, const Part& b) {
        if (b.count == 0) return;
        const double all = a.count + b.count, apart = b.mean - a.mean;
        a.mean += apart * (b.count / all);
        a.squares += b.squares + apart * apart * (a.count * b.count / all);
        a.count = all;
    };
    Part total;
    std::vector<double> sorted;
    for (std::size_t first = 0; first < values.size(); first += chunk) {
        Part part;
        for (std::size_t k = first; k < std::min(first + chunk, values.size()); ++k) {
            if (std::isnan(values[k])) continue;
            join(part, {1, values[k], 0});
            sorted.push_back(values[k] + 0.0);
        }
        join(total, part);
    }
    std::ranges::sort(sorted);
    Summary s{total.count,    total.mean,    std::sqrt(total.squares / total.count),
              sorted.front(), sorted.back(), {}};
    for (std::size_t j = 0; j < quantile_percents.size(); ++j)
        s.quantiles[j] =
            sorted[(static_cast<std::size_t>(quantile_percents[j]) * sorted.size() + 99) / 100 - 1];
    return s;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void expect_same(const Summary& a, const Summary& b, const std::string& what) {
    EXPECT_EQ(a.count, b.count) << what;
    EXPECT_TRUE(same(a.mean, b.mean)) << what << ": " << a.mean << " " << b.mean;
    EXPECT_TRUE(same(a.deviation, b.deviation)) << what;
    EXPECT_EQ(a.min, b.min) << what;
    EXPECT_EQ(a.max, b.max) << what;
    for (std::size_t j = 0; j < a.quantiles.size(); ++j)
        EXPECT_EQ(std::bit_cast<std::uint64_t>(a.quantiles[j]), std::bit_cast<std::uint64_t>(b.quantiles[j]))
            << what << ", " << quantile_percents[j] << " percent";
}

struct Kind {
    std::string what;
    std::function<double(double, double)> value;  ///< from a uniform and a normal number
};

/// What makes it hard to tell values apart: ties, tails, digits far down, signs, infinities.
std::vector<Kind> kinds() {
    const double infinity = std::numeric_limits<double>::infinity();
    return {
        {"normal", [](double, double g) { return 3 + g; }},
        {"about zero", [](double, double g) { return 1e-16 * g; }},
        {"all equal", [](double, double) { return 1.25; }},
        {"all zero, of either sign", [](double u, double) { return u < 0.5 ? 0.0 : -0.0; }},
        {"whole numbers", [](double, double g) { return std::round(3 * g); }},
        {"two values", [](double u, double) { return u < 0.25 ? -1.0 : 1e-300; }},
        {"last digits", [](double u, double) { return 1 + std::round(20 * u) * 0x1p-52; }},
        {"half of them equal", [](double u, double g) { return u < 0.5 ? 0.125 : g; }},
        {"half of them equal, others very close",
         [](double u, double g) { return u < 0.5 ? 0.125 : 0.125 + 1e-15 * g; }},
        {"heavy tails", [](double u, double g) { return g / (u * u * u * u); }},
        {"all sizes", [](double u, double g) { return std::copysign(std::pow(10.0, 600 * u - 300), g); }},
        {"denormal", [](double, double g) { return std::round(100 * g) * 5e-324; }},
        {"huge", [](double, double g) { return 5e307 * std::clamp(g, -3.0, 3.0); }},
        {"some infinite", [=](double u, double g) { return u < 0.01 ? infinity
                                                         : u > 0.99 ? -infinity
                                                                    : g; }},
        {"half infinite", [=](double u, double g) { return u < 0.6 ? infinity : g; }},
        {"some NaN", [](double u, double g) { return u < 0.1 ? std::nan("") : g; }},
        {"half NaN", [](double u, double g) { return u < 0.5 ? std::nan("") : 1e-3 * g; }},
        {"one far away", [](double u, double g) { return u < 1e-4 ? 1e12 : g; }},
    };
}

std::vector<double> values_of(const Kind& kind, std::size_t n, std::uint64_t seed) {
    std::vector<double> values(n);
    for (std::size_t k = 0; k < n; ++k)
        values[k] = kind.value(Draws(seed, k, 1).uniform2()[0], Draws(seed, k, 0).normal2()[0]);
    return values;
}

TEST(Statistics, HaveTheBitsOfSortedValuesOfEveryKind) {
    for (const Kind& kind : kinds())
        for (const std::size_t n : {1UL, 7UL, 64UL, 65UL, 1000UL, 4096UL, 4097UL, 30'011UL}) {
            const std::vector<double> values = values_of(kind, n, n);
            if (std::ranges::all_of(values, [](double x) { return std::isnan(x); })) continue;
            const Summary expected = naive(values, chunk_bodies(n));
            for (const int threads : {1, 2, 3, 4})
                for (const std::size_t most_sorted : {0UL, 4096UL})
                    expect_same(*summarise({values, chunk_bodies(n), threads}, *alone(), most_sorted),
                                expected, fmt::format("{}, {} values, {} threads", kind.what, n, threads));
        }
}

TEST(Statistics, HaveTheBitsOfSortedValuesOnSeveralRanks) {
    constexpr std::size_t n = 9'001;
    for (const Kind& kind : kinds()) {
        const std::vector<double> values = values_of(kind, n, 3);
        const Summary expected = naive(values, chunk_bodies(n));
        for (const int ranks : {2, 3, 4})
            test::with_ranks(ranks, [&](Communicator& communicator) {
                const Share share = share_of(communicator.rank(), ranks, n);
                const ValuesHere here{std::span(values).subspan(share.first, share.size()), chunk_bodies(n),
                                      2};
                expect_same(*summarise(here, communicator), expected,
                            fmt::format("{}, rank {} of {}", kind.what, communicator.rank(), ranks));
            });
    }
}

/// Several quantities at once, whose values need different searches, some without a body that counts.
TEST(Statistics, OfSeveralQuantitiesAreThoseOfEach) {
    for (const std::size_t n : {5UL, 9'001UL}) {
        std::vector<double> values;
        std::vector<std::optional<Summary>> expected;
        for (const Kind& kind : kinds()) {
            const std::vector<double> own = values_of(kind, n, 8);
            expected.push_back(summarise({own, chunk_bodies(n), 1}, *alone()));
            values.insert(values.end(), own.begin(), own.end());
        }
        expected.push_back(std::nullopt);
        values.insert(values.end(), n, std::nan(""));
        const auto check = [&](std::span<const double> here, int threads, Communicator& communicator) {
            const auto all = summarise_all({here, chunk_bodies(n), threads}, expected.size(), communicator);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                ASSERT_EQ(all[i].has_value(), expected[i].has_value());
                if (all[i]) expect_same(*all[i], *expected[i], fmt::format("quantity {} of {} bodies", i, n));
            }
        };
        for (const int threads : {1, 2, 3, 4}) check(values, threads, *alone());
        if (n < 9'000) continue;
        test::with_ranks(3, [&](Communicator& communicator) {
            const Share share = share_of(communicator.rank(), 3, n);
            std::vector<double> here;
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const auto own = std::span(values).subspan(i * n + share.first, share.size());
                here.insert(here.end(), own.begin(), own.end());
            }
            check(here, 2, communicator);
        });
    }
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
