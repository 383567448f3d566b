#include "tolerance.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <cstdlib>

namespace polhode::program {

double tolerance_of(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value > 0 && value < 1))
        throw InputError(fmt::format("--tolerance: expected a number between 0 and 1, got \"{}\"", text));
    return value;
}

Scenario scenario_to_tolerance(const ScenarioInput& input, double tolerance, const FileReaders& read) {
    for (const Override& o : input.settings)
        for (const char* key : {"step", "steps", "step_error", "reversible_steps"})
            if (o.key == fmt::format("integrate.{}", key))
                throw InputError(
                    fmt::format("--tolerance contradicts {}: expected only one of them", o.origin));
    return make_scenario(input.file, input.settings, tolerance, read);
}

}  // namespace polhode::program
