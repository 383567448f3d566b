/// The section [method] of a scenario: a method of the user's own, by kicks and drifts or by a tableau.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/expected.hpp"
#include "scenario/setting.hpp"

#include <string>
#include <vector>

namespace polhode {

/// The values as they were read; empty where not given.
struct MethodSetting {
    std::string name = {};                         ///< method.name, which integrate.method may then use
    std::string drift = {};                        ///< of a splitting; the exact one unless given
    std::vector<long double> kicks = {};           ///< of a splitting
    std::vector<long double> drifts = {};          ///< of a splitting
    std::vector<std::vector<long double>> a = {};  ///< of a tableau, by rows
    std::vector<long double> b = {};               ///< of a tableau
    std::vector<long double> c = {};               ///< of a tableau; the sums of the rows unless given
};

/// The method that the values describe. Whether its name may be used is for add_method to say.
Expected<Method> method_of(const MethodSetting& setting);

/// Makes the method of the section known by its name, if there is one; else refuses what is wrong about it.
void read_own_method(const std::vector<Setting>& settings, FirstError& errors);

}  // namespace polhode
