/// The report of one run: a page to read, show or print, in one file that works offline.
#pragma once

#include "polhode/advise/certify.hpp"
#include "polhode/simulate/simulate.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

/// `taken`: how many samples there were, if `samples` are not all of them.
std::string report_html(const Problem& problem, const Result& result, const std::vector<Sample>& samples,
                        const std::optional<Certificate>& certificate = {},
                        std::optional<std::size_t> taken = {});

}  // namespace polhode
