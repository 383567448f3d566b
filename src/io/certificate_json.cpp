#include "io/certificate_json.hpp"

namespace polhode {
namespace {

/// Nulls where there is no such quantity.
Json drift_json(const std::string& key, const std::optional<Certificate::Drift>& drift) {
    using Drift = Certificate::Drift;
    const auto number = [&](const char* name, auto Drift::* member) {
        return drift ? json_number(key + name, *drift.*member) : Json(nullptr);
    };
    return {{"max_error", number(".max_error", &Drift::max_error)},
            {"mean_error", number(".mean_error", &Drift::mean_error)},
            {"error_slope", number(".error_slope", &Drift::error_slope)},
            {"slope_uncertainty", number(".slope_uncertainty", &Drift::slope_uncertainty)}};
}

}  // namespace

Json certificate_json(const std::string& method, const Evidence& evidence,
                      const std::optional<Certificate::Drift>& energy,
                      const std::optional<Certificate::Drift>& momentum) {
    return {{"method", method},
            {"relies_on", evidence.relies_on},
            {"error",
             {{"estimate", json_number("certificate.error.estimate", evidence.error)},
              {"obtained_by", evidence.error_by}}},
            {"round_off", json_number("certificate.round_off", evidence.round_off)},
            {"reversibility_defect",
             json_number("certificate.reversibility_defect", evidence.reversibility_defect)},
            {"checked",
             {{"steps", evidence.steps},
              {"time", json_number("certificate.checked.time", evidence.time)},
              {"whole", evidence.whole},
              {"torque_evaluations", evidence.torque_evaluations}}},
            {"energy", drift_json("certificate.energy", energy)},
            {"momentum", drift_json("certificate.momentum", momentum)}};
}

}  // namespace polhode
