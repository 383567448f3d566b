/// What JavaScript gives the WebAssembly module: settings as JSON in the first line, TOML in the others.
#include "bounded_run.hpp"
#include "read.hpp"
#include "target.hpp"

#include <algorithm>

namespace polhode::fuzz {
namespace {

const Target of_module("module", [](std::string_view bytes) {
    const std::string_view settings = bytes.substr(0, bytes.find('\n'));
    const std::string_view toml = bytes.substr(std::min(settings.size() + 1, bytes.size()));
    succeeds([&] { run_for_a_moment(web::scenario_of(toml, settings)); });
    succeeds([&] { (void)web::ensemble_scenario_of(toml, settings); });
});

}  // namespace
}  // namespace polhode::fuzz
