#include "nearest_name.hpp"

#include <algorithm>
#include <cstddef>

namespace polhode {
namespace {

// People mix up case and the two dashes; neither says anything about which name was meant.
std::string folded(std::string_view name) {
    std::string out(name);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '_') c = '-';
    }
    return out;
}

// Optimal string alignment distance: Levenshtein plus swaps of neighbours, three rows at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, substitution});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(above);
        above.swap(row);
    }
    return above[b.size()];
}

// "momentum" for "moment", "liemid-ea" for "liemid-e": an unfinished name is near whatever its length.
bool begins_with(std::string_view name, std::string_view start) {
    return start.size() >= 3 && name.substr(0, start.size()) == start;
}

}  // namespace

std::string nearest_name(std::string_view wanted, const std::vector<std::string_view>& known) {
    const std::string given = folded(wanted);
    // One mistake in three letters; beyond that a suggestion is more likely to mislead than to help.
    const std::size_t limit = std::min<std::size_t>(4, std::max<std::size_t>(1, (given.size() + 1) / 3));

    std::string_view nearest, unfinished;
    std::size_t smallest = limit + 1;
    for (const std::string_view name : known) {
        const std::string candidate = folded(name);
        const std::size_t distance = edit_distance(given, candidate);
        if (distance < smallest && distance < std::max(given.size(), candidate.size())) {
            smallest = distance;
            nearest = name;
        }
        if (unfinished.empty() && begins_with(candidate, given)) unfinished = name;
    }
    return std::string(nearest.empty() ? unfinished : nearest);
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string_view>& known) {
    const std::string nearest = nearest_name(wanted, known);
    return nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
}

}  // namespace polhode
