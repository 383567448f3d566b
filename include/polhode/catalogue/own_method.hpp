/// A method of your own under a name, for plans, comparisons, ensembles and scenarios.
#pragma once

#include "polhode/catalogue.hpp"

namespace polhode {

/// Makes a method, such as splitting_method(…, "mine"), known to find_method by the name on its sheet. A
/// later one of the same name takes its place; who has found the earlier one keeps it. Throws InputError
/// for an empty name and for one of the catalogue or its families.
const Method& add_method(Method method);
Expected<const Method*> try_add_method(Method method);  ///< the same without exceptions

}  // namespace polhode
