/// The object `certificate` of summary.json.
#pragma once

#include "io/json_number.hpp"
#include "polhode/advise/certify.hpp"

#include <optional>
#include <string>

namespace polhode {

/// Throws RunError if a number is not finite.
Json certificate_json(const std::string& method, const Certificate& certificate,
                      const std::optional<Conservation::Trend>& energy,
                      const std::optional<Conservation::Trend>& momentum);

}  // namespace polhode
