/// The times of what a page shows in motion, for web/viewer/motion.ts.
#pragma once

#include "io/base64.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

namespace polhode {

/// At least two, as three numbers where they are equally far apart.
inline nlohmann::json viewer_times(const std::vector<double>& times) {
    const double start = times.front(), span = times.back() - start;
    const double spacing = span / static_cast<double>(times.size() - 1);
    for (std::size_t i = 0; i < times.size(); ++i)
        if (std::abs(times[i] - start - static_cast<double>(i) * spacing) > 1e-9 * span)
            return base64_of_doubles(times);
    return {{"start", start}, {"spacing", spacing}, {"count", times.size()}};
}

}  // namespace polhode
