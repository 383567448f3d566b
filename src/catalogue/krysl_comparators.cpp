/// The methods with which Krysl's papers compare: Austin, Krishnaprasad and Wang; Simo and Wong; Krysl and
/// Endres.
#include "entry.hpp"
#include "polhode/method/akw.hpp"
#include "polhode/method/newmark_body.hpp"
#include "polhode/method/simo_wong.hpp"

namespace polhode {

std::vector<Method> krysl_comparator_methods() {
    using namespace core;
    return {entry<Akw>(), entry<SimoWong>(), entry<SimoWongExplicit>(), entry<NewmarkBody>()};
}

}  // namespace polhode
