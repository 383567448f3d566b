/// What there is: methods, problems, the texts of scenarios.
#include "answer.hpp"
#include "io/catalogue_json.hpp"
#include "io/json_number.hpp"
#include "polhode/simulate/plan.hpp"
#include "polhode/version.hpp"
#include "presets.hpp"
#include "read.hpp"
#include "toml/scenario.hpp"

using namespace polhode;
using namespace polhode::web;

POLHODE_EXPORT(version) int module_version() {
    return guarded([] { answer() = version; });
}

/// What `polhode methods --json` prints; of one method, with a name.
POLHODE_EXPORT(methods) int list_methods(const char* name, std::uint32_t size) {
    return guarded([&] {
        answer() =
            size == 0 ? methods_json(catalogue(), method_families()) : method_json(method(text(name, size)));
    });
}

/// What `polhode problems --json` prints.
POLHODE_EXPORT(problems) int list_problems() {
    return guarded([] { answer() = problems_json(polhode::problems()); });
}

/// The names of the scenarios in examples/scenarios, but for those that write out a built-in problem.
POLHODE_EXPORT(presets) int list_presets() {
    return guarded([] {
        Json names = Json::array();
        for (const Preset& preset : presets())
            if (!find_problem(preset.name)) names.push_back(preset.name);
        answer() = json_text(names);
    });
}

/// The TOML text of a built-in problem or of a preset.
POLHODE_EXPORT(scenario) int scenario_text(const char* name, std::uint32_t size) {
    return guarded([&] {
        for (const Preset& preset : presets())
            if (preset.name == text(name, size) && !find_problem(preset.name)) {
                answer() = preset.toml;
                return;
            }
        answer() = scenario_toml(problem(text(name, size)), Plan{}.method);
    });
}
