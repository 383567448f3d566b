#include "polhode/mechanics/environment.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode {
namespace {

/// The time between two of different sign, to the last bit.
template <class F>
double change_of_sign(const F& f, double low, double high) {
    const bool positive = f(low) > 0;
    while (true) {
        const double middle = low + 0.5 * (high - low);
        if (!(low < middle && middle < high)) return high;
        ((f(middle) > 0) == positive ? low : high) = middle;
    }
}

/// Where f is least between two times, roughly: by the golden section.
template <class F>
double lowest(const F& f, double low, double high) {
    constexpr double golden = 0.6180339887498949;
    for (int i = 0; i < 40; ++i) {
        const double reach = golden * (high - low), left = high - reach, right = low + reach;
        (f(left) < f(right) ? high : low) = f(left) < f(right) ? right : left;
    }
    return 0.5 * (low + high);
}

}  // namespace

/// The light is looked at 64 times in a revolution, evenly in the eccentric anomaly; between two of these it
/// changes once or not at all, except that a shadow may be just grazed: so, of three that are low enough, the
/// lowest is made lower.
std::vector<double> shadow_times(const Orbit& orbit, const core::Vector3<double>& sun, double from,
                                 double to) {
    constexpr int samples = 64;
    const double turn = 2 * std::numbers::pi, e = orbit.eccentricity();
    const auto light = [&](double t) { return sunlight(orbit.planet(), orbit.place(t), sun); };
    const auto time = [&](double k) {
        const double revolution = std::floor(k / samples), anomaly = turn * (k / samples - revolution);
        return (turn * revolution + anomaly - e * core::sin_cos(anomaly).sin - orbit.mean_anomaly())
             / orbit.mean_motion();
    };

    std::vector<double> times;
    const auto change = [&](double a, double b) {
        if ((light(a) > 0) == (light(b) > 0)) return;
        const double t = change_of_sign(light, a, b);
        if (t > from && t < to) times.push_back(t);
    };
    const double first = samples * std::floor((orbit.mean_anomaly() + orbit.mean_motion() * from) / turn) - 1;
    double t0 = time(first), t1 = time(first + 1), l0 = light(t0), l1 = light(t1);
    for (double k = first + 2; t0 < to; ++k) {
        const double t2 = time(k), l2 = light(t2);
        if (l0 > 0 && l1 > 0 && l2 > 0 && l1 < l0 && l1 <= l2 && l1 < std::max(l0, l2) - l1) {
            const double deepest = lowest(light, t0, t2);
            change(t0, deepest);
            change(deepest, t2);
        }
        if ((l1 > 0) != (l2 > 0)) change(t1, t2);
        t0 = t1, t1 = t2, l0 = l1, l1 = l2;
    }
    return times;
}

}  // namespace polhode
