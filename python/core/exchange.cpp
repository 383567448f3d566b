/// Files for other programs.
#include "polhode/exchange/aem.hpp"
#include "polhode/scenario/scenario.hpp"

#include "arrays.hpp"
#include "module.hpp"
#include "values.hpp"

#include <nanobind/stl/string.h>

#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

/// An AEM of these attitudes; `settings` are the keys of [exchange].
std::string aem_of(const nb::dict& settings, const Times& times, const Attitudes& attitudes) {
    nb::dict scenario;
    scenario["problem"] = "free-body";  // whose exchange is the one of the settings
    scenario["exchange"] = settings;
    const Exchange exchange = read_scenario({tree_of(scenario, "")}).or_throw().exchange;
    std::vector<Eigen::Quaterniond> quaternions(attitudes.shape(0));
    for (std::size_t k = 0; k < quaternions.size(); ++k)
        quaternions[k] = attitude_of(attitudes.data() + 4 * k);
    return aem(exchange, numbers_of(times), quaternions).or_throw();
}

}  // namespace

void define_exchange(nb::module_& m) { m.def("aem", &aem_of, "settings"_a, "times"_a, "attitudes"_a); }

}  // namespace polhode::python
