/// The charts of one run.
#pragma once

#include "chart/chart.hpp"
#include "io/envelope.hpp"
#include "io/mesh.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/simulate/simulate.hpp"
#include "report/viewed_motion.hpp"

#include <optional>
#include <vector>

namespace polhode {

/// More cannot be told apart on a page: a run with more samples is drawn by what it does in each of so many parts of its
/// time (io/envelope.hpp).
inline constexpr std::size_t most_plotted_samples = 2002, most_plotted_parts = 700;

/// The quantities that are charted over time, in an order of their own: those of an envelope's parts.
std::vector<double> charted_quantities(const Problem& problem, const Sample& sample);

/// What there is of a run beside its result.
struct RunRecord {
    std::vector<Sample> samples;                ///< evenly spread over the run
    std::size_t taken = 0;                      ///< how many there were
    std::vector<Envelope::Part> envelope = {};  ///< of charted_quantities, if `samples` are not all
    ViewedMotion motion = {};
    std::optional<Mesh> mesh = {};  ///< of the user's, in place of the box
};

/// Charts whose quantity does not exist for the problem (no potential, no axis) are left out.
Plots run_plots(const Problem& problem, const Result& result, const RunRecord& record,
                const std::optional<Certificate>& certificate);

}  // namespace polhode
