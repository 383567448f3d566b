/// The equations as a user of Boost.odeint would write them out by hand: quaternion x, y, z, w and body angular velocity,
/// q' = ½ q ω, I ω' = Iω × ω + T.
#pragma once

#include <array>

namespace polhode::bench {

using Numbers = std::array<double, 7>;

inline void attitude_rates(const Numbers& s, Numbers& ds) {
    const double x = s[0], y = s[1], z = s[2], w = s[3], a = s[4], b = s[5], c = s[6];
    ds[0] = 0.5 * (w * a + y * c - z * b);
    ds[1] = 0.5 * (w * b + z * a - x * c);
    ds[2] = 0.5 * (w * c + x * b - y * a);
    ds[3] = -0.5 * (x * a + y * b + z * c);
}

/// slow-top: moments 5, 5, 1, T = 20 (Rᵀe₃) × e₃.
inline void top_rates(const Numbers& s, Numbers& ds, double) {
    attitude_rates(s, ds);
    const double x = s[0], y = s[1], z = s[2], w = s[3], a = s[4], b = s[5], c = s[6];
    const double u1 = 2 * (x * z - w * y), u2 = 2 * (y * z + w * x);
    ds[4] = ((5.0 - 1.0) * b * c + 20 * u2) / 5.0;
    ds[5] = ((1.0 - 5.0) * c * a - 20 * u1) / 5.0;
    ds[6] = 0;
}

/// A free body with moments 2, 3, 4.
inline void free_rates(const Numbers& s, Numbers& ds, double) {
    attitude_rates(s, ds);
    const double a = s[4], b = s[5], c = s[6];
    ds[4] = (3.0 - 4.0) / 2.0 * b * c;
    ds[5] = (4.0 - 2.0) / 3.0 * c * a;
    ds[6] = (2.0 - 3.0) / 4.0 * a * b;
}

}  // namespace polhode::bench
