/// A run in a dozen lines for the terminal.
#pragma once

#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/advise/first_part.hpp"
#include "polhode/simulate/simulate.hpp"

#include <string>
#include <vector>

namespace polhode {

std::string run_summary(const Problem& problem, const Result& result, int width,
                        const std::optional<Certificate>& certificate, const std::optional<Choice>& choice,
                        const std::optional<FirstPart>& first_part = {},
                        const std::vector<std::string>& warnings = {});

/// What the user should know about the run beside its numbers, a sentence each: a step that was shortened,
/// errors that leave nothing of the motion. `choice`: nobody has asked for the step. `warnings`: those of the
/// scenario, which come last.
std::vector<std::string> run_notes(const Problem& problem, const Result& result,
                                   const std::optional<Certificate>& certificate,
                                   const std::optional<FirstPart>& first_part = {},
                                   const std::optional<Choice>& choice = {},
                                   const std::vector<std::string>& warnings = {});

/// "3 of 2000 steps could not be brought to the energy …"; "" if all could, or the method does not project.
std::string projection_note(const Result& result);

/// "the error is 1.2 … after the first step …": nothing is left of the motion; "" if something is.
std::string first_part_note(const FirstPart& first_part);

}  // namespace polhode
