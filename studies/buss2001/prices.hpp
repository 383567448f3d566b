/// What a step costs, in multiplications, by the counts and prices of the text (section 3, "Comparative runtimes"): a
/// sine or cosine is 8, a root 5, a division 3. A rotation is two of the first, a root, a division and 21 more.
#pragma once

#include <map>
#include <string>

namespace polhode::reproduce::buss {

inline constexpr double trigonometric = 8, root = 5, division = 3,
                        rotation = 2 * trigonometric + root + division + 21;
/// "32 multiplications, one divide, three square roots and one rotation".
inline constexpr double correction = 32 + division + 3 * root + rotation;
static_assert(rotation == 45 && correction == 95);

/// Without the correction; the algorithms as in Figure 3.
inline double multiplications(const std::string& algorithm) {
    static const std::map<std::string, double> all{
        {"1st order", rotation + 15},
        {"2nd order", rotation + 27},
        {"Augmented 2nd order", rotation + 36},
        {"3rd order", rotation + 61},
        {"4th order", rotation + 99},
        {"Symplectic 2nd order", 85 + 10 * trigonometric},
        {"Symplectic 2nd order Cayley", (85 + 10 * trigonometric) * 2 / 3},  // "about two-thirds"
        {"Symplectic 4th order", 221 + 26 * trigonometric},
        {"Runge-Kutta", 4 * (rotation + 15)},  // "dominated by … four rotations": four first-order steps
    };
    return all.at(algorithm);
}

/// In units of the third-order method with correction.
inline double relative_cost(const std::string& algorithm, bool corrected) {
    return (multiplications(algorithm) + (corrected ? correction : 0))
         / (multiplications("3rd order") + correction);
}

}  // namespace polhode::reproduce::buss
