/// Motions of single bodies of an ensemble: each is run alone, which gives the same bits.
#pragma once

#include "chosen_formats.hpp"
#include "io/expected_output.hpp"
#include "io/output_folder.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode::program {

/// Throws InputError for a format of motions where no body is chosen.
void demand_bodies_for(const std::vector<ChosenFormat>& formats, const EnsembleScenario& scenario);

/// What the motion of one of them will take; nothing if none is chosen.
ExpectedOutput expected_motion_of_body(const EnsembleScenario& scenario,
                                       const std::vector<ChosenFormat>& formats);

/// The motions of the bodies that were chosen, in every format, under names such as body-17.csv; returns them. Nothing
/// if a signal has cut that off: then none of the files is there.
std::optional<std::vector<std::string>> write_motions(const EnsembleScenario& scenario,
                                                      const std::vector<ChosenFormat>& formats,
                                                      OutputFolder& folder);

}  // namespace polhode::program
