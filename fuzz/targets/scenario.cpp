/// A scenario as text, and the first moment of its run.
#include "toml/scenario.hpp"
#include "bounded_run.hpp"
#include "target.hpp"

namespace polhode::fuzz {
namespace {

const Target scenario("scenario", [](std::string_view bytes) {
    succeeds([&] { run_for_a_moment(make_scenario(ScenarioText{"input.toml", std::string(bytes)}, {})); });
});

}  // namespace
}  // namespace polhode::fuzz
