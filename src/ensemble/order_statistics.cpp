#include "ensemble/order_statistics.hpp"

#include "threads/in_parallel.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace polhode {

namespace {

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

void find_sorted(std::vector<double> values, std::span<const Wanted> wanted) {
    std::ranges::sort(values);
    for (const Wanted& w : wanted) *w.found = values[static_cast<std::size_t>(w.place) - 1];
}

/// By counting some bits of order_of at a time, from the top, among the values that agree in the bits found so
/// far. Nothing is stored or moved, and nothing is asked of the values; but it takes six passes over all.
void find_by_bits(std::span<const double> values, std::span<const Wanted> wanted,
                  Communicator& communicator) {
    constexpr int bits_at_a_time = 11;
    constexpr std::size_t bins = std::size_t{1} << bits_at_a_time;
    struct Search {
        double place;
        std::uint64_t found;  // the bits above those that are open
    };
    std::vector<Search> searches;
    for (const Wanted& w : wanted) searches.push_back({w.place, 0});
    for (int open = 64; open > 0;) {
        const int bits = std::min(bits_at_a_time, open), below = open - bits;
        std::vector<double> counts(searches.size() * bins);
        for (const double x : values) {
            if (std::isnan(x)) continue;
            const std::uint64_t order = order_of(x);
            const std::uint64_t above = open == 64 ? 0 : order >> open;
            const auto digit = static_cast<std::size_t>((order >> below) & ((std::uint64_t{1} << bits) - 1));
            for (std::size_t j = 0; j < searches.size(); ++j)
                if (above == searches[j].found) counts[j * bins + digit] += 1;
        }
        communicator.sum(counts);
        for (std::size_t j = 0; j < searches.size(); ++j) {
            Search& s = searches[j];
            std::size_t digit = 0;
            while (s.place > counts[j * bins + digit]) s.place -= counts[j * bins + digit++];
            s.found = s.found << bits | digit;
        }
        open = below;
    }
    for (std::size_t j = 0; j < wanted.size(); ++j) *wanted[j].found = with_order(searches[j].found);
}

/// Equal parts of an interval; the first and the last have all that is beyond it. The part of a value grows
/// with the value, whatever is rounded on the way.
struct Cells {
    static constexpr std::size_t count = 4096;
    using Index = std::int16_t;
    double low = 0, per_cell = 0;

    Cells(double from, double to) : low(from), per_cell(static_cast<double>(count) / (to - from)) {}
    bool usable() const { return std::isfinite(low) && std::isfinite(per_cell) && per_cell > 0; }
};

/// A search by cells among the values of one column: how many are in each, which of them have something that is
/// wanted, and the values of those.
struct Search {
    std::span<const double> values;
    Cells cells;
    std::span<const Wanted> wanted;

    std::vector<Cells::Index> cell_of{};  // by value; NaN is in cell 0
    std::vector<double> counts{};         // by cell, over all ranks, without NaN
    struct Hit {
        std::size_t cell;
        std::vector<Wanted> wanted{};  // places among the values of the cell
        std::vector<double> values{};  // of this rank
    };
    std::vector<Hit> hits{};  // in the order of cells

    void find_hits() {
        double before = 0;
        std::size_t cell = 0;
        for (const Wanted& w : wanted) {  // whose places ascend
            while (w.place > before + counts[cell]) before += counts[cell++];
            if (hits.empty() || hits.back().cell != cell) hits.push_back({cell});
            hits.back().wanted.push_back({w.place - before, w.found});
        }
    }
};

/// The cells of some values, and how many are in each.
void count_cells(std::span<const double> values, const Cells& cells, Cells::Index* cell_of,
                 std::span<std::uint64_t> counts) {
    constexpr std::size_t some = 256;
    constexpr double last = Cells::count - 1;
    const double low = cells.low, per_cell = cells.per_cell;
    std::array<std::int32_t, some> of;
    for (; !values.empty(); values = values.subspan(std::min(some, values.size()))) {
        const std::size_t n = std::min(some, values.size());
        // without a branch: the compiler takes several values at a time
        for (std::size_t i = 0; i < n; ++i) {
            const double place = (values[i] - low) * per_cell, from_first = place > 0 ? place : 0;
            of[i] = static_cast<std::int32_t>(from_first < last ? from_first : last);
        }
        for (std::size_t i = 0; i < n; ++i) {
            ++counts[static_cast<std::size_t>(of[i])];
            *cell_of++ = static_cast<Cells::Index>(of[i]);
        }
    }
}

/// The values in the cells of the hits, by hit.
std::vector<std::vector<double>> collected(const std::vector<Search::Hit>& hits,
                                           std::span<const double> values, const Cells::Index* cell_of) {
    std::array<Cells::Index, most_wanted> wanted;
    wanted.fill(static_cast<Cells::Index>(hits.front().cell));
    std::array<std::uint8_t, Cells::count> hit_of{};  // by cell, from 1; 0: none
    for (std::size_t h = 0; h < hits.size(); ++h) {
        wanted[h] = static_cast<Cells::Index>(hits[h].cell);
        hit_of[hits[h].cell] = static_cast<std::uint8_t>(h + 1);
    }
    std::vector<std::vector<double>> found(hits.size());
    const auto take = [&](std::size_t i) {
        const std::uint8_t hit = hit_of[static_cast<std::size_t>(cell_of[i])];
        if (hit > 0 && !std::isnan(values[i])) found[hit - 1U].push_back(values[i] + 0.0);  // −0 is 0
    };
    // most have none: the compiler asks several at a time
    constexpr std::size_t some = 32;
    const auto has_any = [wanted]<std::size_t... h>(const Cells::Index* of, std::index_sequence<h...>) {
        Cells::Index any = 0;
        for (std::size_t i = 0; i < some; ++i)
            any = static_cast<Cells::Index>(any | (... | (of[i] == wanted[h])));
        return any != 0;
    };
    std::size_t i = 0;
    for (; i + some <= values.size(); i += some)
        if (has_any(cell_of + i, std::make_index_sequence<most_wanted>{}))
            for (std::size_t k = i; k < i + some; ++k) take(k);
    for (; i < values.size(); ++i) take(i);
    return found;
}

/// work(search, first, last) for a share of the values of each search, each thread its share.
template <class Result, class Work>
std::vector<std::vector<Result>> in_shares_of(std::span<Search> searches, int threads, const Work& work) {
    const auto shares = static_cast<std::size_t>(std::max(1, threads));
    std::vector<std::vector<Result>> results(shares);
    in_parallel(static_cast<long>(shares), threads,
                [&](long i) {
                    const auto s = static_cast<std::size_t>(i);
                    for (Search& search : searches) {
                        const std::size_t n = search.values.size();
                        results[s].push_back(work(search, n * s / shares, n * (s + 1) / shares));
                    }
                },
                {});
    return results;
}

void count_cells(std::span<Search> searches, int threads, Communicator& communicator) {
    for (Search& search : searches) search.cell_of.resize(search.values.size());
    using Counts = std::vector<std::uint64_t>;
    const auto parts =
        in_shares_of<Counts>(searches, threads, [](Search& s, std::size_t first, std::size_t last) {
            Counts counts(Cells::count);
            const std::span<const double> share = s.values.subspan(first, last - first);
            count_cells(share, s.cells, s.cell_of.data() + first, counts);
            counts[0] -= static_cast<std::uint64_t>(
                std::ranges::count_if(share, [](double x) { return std::isnan(x); }));
            return counts;
        });
    std::vector<double> all(searches.size() * Cells::count);
    for (const auto& of_share : parts)
        for (std::size_t i = 0; i < searches.size(); ++i)
            for (std::size_t c = 0; c < Cells::count; ++c)
                all[i * Cells::count + c] += static_cast<double>(of_share[i][c]);
    communicator.sum(all);
    for (std::size_t i = 0; i < searches.size(); ++i) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * Cells::count);
        searches[i].counts.assign(first, first + Cells::count);
        searches[i].find_hits();
    }
}

void collect_hits(std::span<Search> searches, int threads) {
    using Values = std::vector<std::vector<double>>;  // by hit
    const auto parts =
        in_shares_of<Values>(searches, threads, [](const Search& s, std::size_t first, std::size_t last) {
            return collected(s.hits, s.values.subspan(first, last - first), s.cell_of.data() + first);
        });
    for (const auto& of_share : parts)
        for (std::size_t i = 0; i < searches.size(); ++i)
            for (std::size_t h = 0; h < searches[i].hits.size(); ++h) {
                auto& values = searches[i].hits[h].values;
                values.insert(values.end(), of_share[i][h].begin(), of_share[i][h].end());
            }
}

constexpr std::size_t most_together = 4096;  // values that rank 0 gets and sorts

void find_in_cells(std::span<Search> searches, int threads, int rounds, Communicator& communicator);

/// In a cell with many values: some may be equal, or all far closer together than those of other cells.
void find_in_full_cell(Search::Hit& hit, int rounds, Communicator& communicator) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::array<double, 2> range{infinity, -infinity};
    for (const double x : hit.values) range = {std::min(range[0], x), std::max(range[1], x)};
    const std::vector<double> ranges = communicator.gather(range);
    for (std::size_t i = 0; i < ranges.size(); i += 2)
        range = {std::min(range[0], ranges[i]), std::max(range[1], ranges[i + 1])};
    communicator.broadcast(range);
    const Cells cells(range[0], range[1]);
    if (range[0] == range[1]) {
        for (const Wanted& w : hit.wanted) *w.found = range[0];
    } else if (rounds > 0 && cells.usable()) {
        Search search{hit.values, cells, hit.wanted};
        find_in_cells({&search, 1}, 1, rounds - 1, communicator);
    } else {
        find_by_bits(hit.values, hit.wanted, communicator);
    }
}

/// In cells with few values: rank 0 gets and sorts them.
void find_in_sparse_cells(std::span<const Search::Hit* const> hits, Communicator& communicator) {
    std::vector<double> mine;  // of each cell: how many, and the values
    for (const Search::Hit* hit : hits) {
        mine.push_back(static_cast<double>(hit->values.size()));
        mine.insert(mine.end(), hit->values.begin(), hit->values.end());
    }
    const std::vector<double> all = communicator.gather(mine);
    if (communicator.first()) {
        std::vector<std::vector<double>> values(hits.size());
        std::size_t hit = 0;
        for (auto next = all.begin(); next != all.end(); hit = (hit + 1) % hits.size()) {
            const auto first = next + 1;
            next = first + static_cast<std::ptrdiff_t>(*next);
            values[hit].insert(values[hit].end(), first, next);
        }
        for (std::size_t h = 0; h < hits.size(); ++h) find_sorted(std::move(values[h]), hits[h]->wanted);
    }
    std::vector<double> found;
    for (const Search::Hit* h : hits)
        for (const Wanted& w : h->wanted) found.push_back(*w.found);
    communicator.broadcast(found);
    auto next = found.begin();
    for (const Search::Hit* h : hits)
        for (const Wanted& w : h->wanted) *w.found = *next++;
}

/// Two passes over the values: one counts how many are in each cell, the other one takes out the cells with
/// something that is wanted. Few values are left.
void find_in_cells(std::span<Search> searches, int threads, int rounds, Communicator& communicator) {
    count_cells(searches, threads, communicator);
    collect_hits(searches, threads);
    std::vector<const Search::Hit*> sparse;
    for (Search& search : searches)
        for (Search::Hit& hit : search.hits)
            if (search.counts[hit.cell] > most_together)
                find_in_full_cell(hit, rounds, communicator);
            else
                sparse.push_back(&hit);
    find_in_sparse_cells(sparse, communicator);
}

}  // namespace

void find_order_statistics(std::span<const Sought> sought, int threads, std::size_t most_sorted,
                           Communicator& communicator) {
    std::vector<Search> searches;
    for (const Sought& s : sought) {
        if (communicator.ranks() == 1 && s.values.size() <= most_sorted) {
            std::vector<double> counted;
            for (const double x : s.values)
                if (!std::isnan(x)) counted.push_back(x + 0.0);  // −0 is 0
            find_sorted(std::move(counted), s.wanted);
        } else if (s.min == s.max) {
            for (const Wanted& w : s.wanted) *w.found = s.min + 0.0;
        } else if (const Cells cells(std::max(s.low, s.min), std::min(s.high, s.max)); cells.usable()) {
            searches.push_back({s.values, cells, s.wanted});
        } else {
            find_by_bits(s.values, s.wanted, communicator);
        }
    }
    constexpr int more_rounds = 2;
    if (!searches.empty()) find_in_cells(searches, threads, more_rounds, communicator);
}

}  // namespace polhode
