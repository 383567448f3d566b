/// The methods with which Buss (2001) compares his own. His Simo–Wong method is `sw`, the symplectic ones are
/// `mr2-…` and `mr4-…`.
#include "entry.hpp"
#include "polhode/method/space_velocity.hpp"

namespace polhode {

std::vector<Method> buss_baselines() {
    using namespace core;
    return {entry<NaiveRungeKutta>(), entry<NaiveAdams>()};
}

}  // namespace polhode
