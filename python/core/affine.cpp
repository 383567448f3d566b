#include "affine.hpp"

#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/torque/rate_dependence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <variant>

namespace polhode::python {
namespace {

using core::Quaternion;
using core::Vector3;

/// What functions that solve equations inside may leave.
constexpr double visible = 1e-6;
/// What the differences from which the slopes are found lose, relative to the torque at rest and per unit of the rate.
constexpr double of_differences = 0x1p-50;

bool acts(const TorquePart& part, double t) {
    return part.on.empty()
        || std::ranges::any_of(part.on, [&](const TimeSpan& on) { return on.contains(t); });
}

std::string shown(const Vector3<double>& v) {
    std::ostringstream text;
    text << "(" << v.x << ", " << v.y << ", " << v.z << ")";
    return text.str();
}

}  // namespace

void refuse_unless_affine(const TorquePart& part, const Body& body, const State& initial,
                          const TimeSpan& run) {
    const auto& given = std::get<CustomTorque>(part.torque);
    if (given.rate_dependence != RateDependence::affine) return;
    const auto torque = [&](double t, const Quaternion<double>& q, const Vector3<double>& w) {
        return core::from_eigen(given.torque(t, core::to_eigen(q), core::to_eigen(w)));
    };
    const Quaternion<double> attitude = core::from_eigen(initial.attitude);
    const Vector3<double> first = core::from_eigen(body.angular_velocity(initial.momentum));
    // where the first rate is zero, or along an axis, others show more
    const double size = norm(first) > 0 ? norm(first) : 1;
    const std::array rates{first, -1.0 * first, size * Vector3<double>(0.7, -1.1, 1.3)};
    for (const double t : {run.from, run.from + (run.to - run.from) / 3, run.to}) {
        if (!acts(part, t)) continue;
        const core::AffineTorque<double> affine = core::affine_by_values(torque, t, attitude);
        for (const Vector3<double>& w : rates) {
            const Vector3<double> is = torque(t, attitude, w), would_be = affine(w);
            const double terms = norm(affine.at_rest) + norm(would_be - affine.at_rest) + norm(is);
            const double rounding = of_differences * norm(affine.at_rest) * norm(w);
            if (!(norm(is - would_be) > visible * terms + rounding))
                continue;  // so, or no number: that is for the run to say
            std::ostringstream text;
            text << "rate_dependence: \"affine\" is said of the torque " << part.name << ", which is "
                 << shown(is) << " at t = " << t << " for w = " << shown(w)
                 << ", where one that is affine in w would be " << shown(would_be)
                 << "; expected \"general\"";
            throw InputError(text.str());
        }
    }
}

}  // namespace polhode::python
