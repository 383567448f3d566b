/// The report of one run: a page to read, show or print, in one file that works offline.
#pragma once

#include "polhode/advise/certify.hpp"
#include "polhode/simulate/simulate.hpp"
#include "report/run_plots.hpp"

#include <optional>
#include <string>

namespace polhode {

std::string report_html(const Problem& problem, const Result& result, const RunRecord& record,
                        const std::optional<Certificate>& certificate = {});

}  // namespace polhode
