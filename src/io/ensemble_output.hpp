/// What `polhode ensemble` prints and writes, except the report.
#pragma once

#include "ensemble/certificate.hpp"
#include "polhode/ensemble/run.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

/// One object: settings, throughput, failures, the statistics at the end; with `certificate`, the
/// certificate.
std::string ensemble_json(const EnsembleScenario& scenario, const EnsembleResult& result,
                          const std::vector<std::string>& files,
                          const std::optional<EnsembleCertificate>& certificate = {});

/// A row for each sample point: time, then the numbers of each quantity; with a choice, the errors that were measured
/// for it, the same in every row.
std::string statistics_csv(const EnsembleResult& result, const std::optional<EnsembleChoice>& choice = {});

/// "1e-06 asked; …": what a choice was asked for and what was measured.
std::string tolerance_text(const EnsembleChoice& choice);

/// The same in a dozen lines for the terminal.
std::string ensemble_summary(const EnsembleScenario& scenario, const EnsembleResult& result, int width);

/// What a reader of the result must know of its steps: that they say nothing about the motion, by the first part of the
/// first bodies, or were shortened.
std::vector<std::string> ensemble_notes(const EnsembleScenario& scenario);
/// "3 of 1000 bodies failed; the first, body 17, …"; "" if none did.
std::string failure_note(const EnsembleResult& result);

/// "final", or of several ranks "final-part-2-of-3" on the second.
std::string part_name(const std::string& name, int rank, int ranks);

}  // namespace polhode
