/// The update rules of game engines.
#include "engine_rules.hpp"
#include "entry.hpp"
#include "polhode/method/engine_rules.hpp"

namespace polhode {

std::vector<Method> engine_rules() {
    using namespace core;
    return {entry<EngineRule<engine::Explicit>>(), entry<EngineRule<engine::Clamped>>(),
            entry<EngineRule<engine::Implicit>>(), entry<EngineRule<engine::Stabilised>>()};
}

}  // namespace polhode
