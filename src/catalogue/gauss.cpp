/// Gauss' collocation in canonical variables and in those of the angular velocity, from 2 to 8 stages.
#include "polhode/method/gauss.hpp"
#include "entry.hpp"
#include "intern.hpp"

#include <fmt/format.h>

namespace polhode {

namespace {

template <class Variables>
Method gauss_of(int stages, std::string_view suffix, std::string_view variables) {
    using Gauss = core::Gauss<Variables>;
    return entry(Gauss(stages),
                 {intern(fmt::format("gauss-{}{}", 2 * stages, suffix)),
                  intern(fmt::format("Gauss' collocation of {} stages for {}", stages, variables)),
                  Gauss::formula, Gauss::source});
}

}  // namespace

std::vector<Method> gauss_methods() {
    constexpr int fewest = 2;
    std::vector<Method> methods;
    for (int s = fewest; s <= static_cast<int>(core::gauss::most_stages); ++s)
        methods.push_back(gauss_of<core::gauss::Canonical>(s, "", "quaternion and canonical momentum"));
    for (int s = fewest; s <= static_cast<int>(core::gauss::most_stages); ++s)
        methods.push_back(gauss_of<core::gauss::ByRate>(s, "-rate", "quaternion and angular velocity"));
    return methods;
}

}  // namespace polhode
