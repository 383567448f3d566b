#include "io/certificate_json.hpp"

namespace polhode {
namespace {

/// Its values are null where there is no such quantity.
Json trend_json(const std::string& key, const std::optional<Conservation::Trend>& trend) {
    using Trend = Conservation::Trend;
    const auto number = [&](const char* name, auto Trend::* member) {
        return trend ? json_number(key + name, *trend.*member) : Json(nullptr);
    };
    return {{"max_error", number(".max_error", &Trend::max_error)},
            {"mean_error", number(".mean_error", &Trend::mean_error)},
            {"error_slope", number(".error_slope", &Trend::error_slope)},
            {"slope_uncertainty", number(".slope_uncertainty", &Trend::slope_uncertainty)}};
}

}  // namespace

Json certificate_json(const std::string& method, const Certificate& certificate,
                      const std::optional<Conservation::Trend>& energy,
                      const std::optional<Conservation::Trend>& momentum) {
    return {{"method", method},
            {"relies_on", certificate.relies_on},
            {"error",
             {{"estimate", json_number("certificate.error.estimate", certificate.error)},
              {"obtained_by", certificate.error_by}}},
            {"round_off", json_number("certificate.round_off", certificate.round_off)},
            {"reversibility_defect",
             json_number("certificate.reversibility_defect", certificate.reversibility_defect)},
            {"checked",
             {{"steps", certificate.steps},
              {"time", json_number("certificate.checked.time", certificate.time)},
              {"whole", certificate.whole},
              {"torque_evaluations", certificate.torque_evaluations}}},
            {"energy", trend_json("certificate.energy", energy)},
            {"momentum", trend_json("certificate.momentum", momentum)}};
}

}  // namespace polhode
