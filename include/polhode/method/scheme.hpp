/// Coefficient lists for kicks and drifts: a scheme is data,
///     K(b₀h) D(a₀h) K(b₁h) D(a₁h) … D(aₛ₋₁h) K(bₛh),
/// and works over any drift. A zero kick costs nothing; a scheme that begins and ends with a kick evaluates
/// the torque once less per step, because the last torque of a step is the first of the next.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace polhode::core {

struct Scheme {
    std::string_view name;     ///< in free combinations: "rkn4(mr2-231)"
    std::string_view formula;  ///< for people
    std::string_view source;
    int order = 0;  ///< over an exact drift
    /// The same for torques that depend on the angular velocity; fewer if the scheme makes use of their not
    /// doing so (Nyström's).
    int order_by_rate = order;
    /// Made of Strang steps alone: then it has its order over every time-symmetric drift.
    bool of_strang_steps = false;
    std::vector<long double> kick, drift;
    int span = 1;  ///< the sum of the drifts: 1 for a step, 0 for a processor (method/processed.hpp)
    std::vector<double> kick_in_double, drift_in_double;  ///< the same, converted once

    Scheme(std::string_view name_, std::string_view formula_, std::string_view source_, int order_,
           std::vector<long double> kicks, std::vector<long double> drifts, bool strang_steps = false)
        : name(name_),
          formula(formula_),
          source(source_),
          order(order_),
          order_by_rate(order_),
          of_strang_steps(strang_steps),
          kick(std::move(kicks)),
          drift(std::move(drifts)),
          span(static_cast<int>(std::lround(std::accumulate(drift.begin(), drift.end(), 0.0L)))),
          kick_in_double(kick.begin(), kick.end()),
          drift_in_double(drift.begin(), drift.end()) {}

    Scheme with_order_by_rate(int order_left) && {
        order_by_rate = order_left;
        return std::move(*this);
    }

    bool palindrome() const {
        return std::equal(kick.begin(), kick.end(), kick.rbegin())
            && std::equal(drift.begin(), drift.end(), drift.rbegin());
    }
    int kicks() const {
        return static_cast<int>(std::ranges::count_if(kick, [](long double b) { return b != 0; }));
    }
    bool reuses_last_torque() const { return kick.front() != 0 && kick.back() != 0; }
    int torque_evaluations() const { return kicks() - (reuses_last_torque() ? 1 : 0); }
};

}  // namespace polhode::core
