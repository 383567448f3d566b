/// The section [method] of a scenario: a method of the user's own, by kicks and drifts or by a tableau.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/expected.hpp"
#include "scenario/setting.hpp"

#include <memory>
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

Expected<Method> method_of(const MethodSetting& setting);

/// The method of the settings method.name, method.drift …; null if there are none, or if they are refused.
std::shared_ptr<const Method> read_method(const std::vector<Setting>& settings);

}  // namespace polhode
