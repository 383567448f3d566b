/// --problem NAME in the first line, and --set KEY=VALUE in each of the others.
#include "bounded_run.hpp"
#include "target.hpp"
#include "toml/scenario.hpp"

namespace polhode::fuzz {
namespace {

const Target setting("setting", [](std::string_view bytes) {
    std::vector<Override> given;
    for (bool first = true; !bytes.empty(); first = false) {
        const std::string line(bytes.substr(0, bytes.find('\n')));
        bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
        const std::size_t equals = line.find('=');
        if (first)
            given.push_back({"--problem", "problem", line});
        else if (equals != line.npos && equals > 0)
            given.push_back({"--set key", line.substr(0, equals), line.substr(equals + 1)});
    }
    succeeds([&] {
        if (names_problem(given)) run_for_a_moment(make_scenario({}, given));
    });
});

}  // namespace
}  // namespace polhode::fuzz
