/// A run as a JSON object: what `polhode run --json` prints and summary.json holds.
#pragma once

#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/advise/first_part.hpp"
#include "polhode/simulate/simulate.hpp"

#include <string>
#include <vector>

namespace polhode {

/// The version of the layout; it is raised by a change that breaks readers.
inline constexpr int json_schema = 1;

/// `changed`: the keys that make the problem differ from the built-in one of its name.
/// `certificate`: adds the object `certificate`; `choice`: adds the object `tolerance`. `notes`: the sentences of
/// run_notes. Throws RunError if a number is not finite.
std::string run_json(const Result& result, const std::vector<std::string>& changed,
                     const std::optional<Certificate>& certificate, const std::optional<Choice>& choice,
                     const std::optional<FirstPart>& first_part, const std::vector<std::string>& notes);

}  // namespace polhode
