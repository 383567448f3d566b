/// The object `certificate` of summary.json.
#pragma once

#include "io/json_number.hpp"
#include "polhode/advise/certify.hpp"

#include <optional>
#include <string>

namespace polhode {

/// Throws RunError if a number is not finite.
Json certificate_json(const std::string& method, const Evidence& evidence,
                      const std::optional<Certificate::Drift>& energy,
                      const std::optional<Certificate::Drift>& momentum);

}  // namespace polhode
