/// A scenario of many bodies as text; some of them are drawn, and run for a moment.
#include "bounded_run.hpp"
#include "target.hpp"
#include "toml/scenario.hpp"

namespace polhode::fuzz {
namespace {

const Target ensemble("ensemble", [](std::string_view bytes) {
    succeeds([&] {
        run_for_a_moment(make_ensemble_scenario(ScenarioText{"input.toml", std::string(bytes)}, {}));
    });
});

}  // namespace
}  // namespace polhode::fuzz
