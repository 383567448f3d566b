#include "polhode/control/target.hpp"

#include "control/fixed_attitude.hpp"
#include "control/functions_of_user.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/so3/rotation.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode {
namespace {

struct Fixed {
    Eigen::Quaterniond attitude;

    Eigen::Quaterniond operator()(double) const { return attitude; }
};

struct Nadir {
    Orbit orbit;

    Eigen::Quaterniond operator()(double t) const {
        using core::Vector3;
        const OrbitMotion<double> here = orbit.motion(t);
        const Vector3<double> down = -here.up, along = cross(here.up, here.velocity),
                              left = (-1 / norm(along)) * along, ahead = cross(left, down);
        return core::to_eigen(core::from_matrix(core::transpose(core::Matrix3<double>{{ahead, left, down}})));
    }
};

struct Table {
    std::vector<double> times;
    std::vector<core::Quaternion<double>> attitudes;

    Eigen::Quaterniond operator()(double t) const {
        const auto after = std::upper_bound(times.begin(), times.end(), t);
        if (after == times.begin()) return core::to_eigen(attitudes.front());
        if (after == times.end()) return core::to_eigen(attitudes.back());
        const auto k = static_cast<std::size_t>(after - times.begin());
        const double part = (t - times[k - 1]) / (times[k] - times[k - 1]);
        const core::Quaternion<double>&from = attitudes[k - 1], &to = attitudes[k];
        return core::to_eigen(from * core::exp(part * core::log(core::conjugate(from) * to)));
    }
};

}  // namespace

AttitudeTarget fixed_target(const Eigen::Quaterniond& attitude) { return Fixed{attitude}; }

AttitudeTarget nadir_target(const Orbit& orbit) { return Nadir{orbit}; }

std::optional<Eigen::Quaterniond> fixed_attitude(const AttitudeTarget& target) {
    if (const Fixed* fixed = target.target<Fixed>()) return fixed->attitude;
    return std::nullopt;
}

bool is_of_user(const AttitudeTarget& target) {
    return !target.target<Fixed>() && !target.target<Nadir>() && !target.target<Table>();
}

Expected<AttitudeTarget> table_target(std::vector<double> times, std::vector<Eigen::Quaterniond> attitudes) {
    const auto wrong = [](const std::string& text) { return input_error("target: " + text, "target"); };
    if (times.empty() || times.size() != attitudes.size())
        return wrong(fmt::format("{} times and {} attitudes, expected as many of both and at least one",
                                 times.size(), attitudes.size()));
    Table table{std::move(times), {}};
    for (std::size_t k = 0; k < table.times.size(); ++k) {
        const double t = table.times[k], length = attitudes[k].norm();
        if (!std::isfinite(t) || (k > 0 && !(t > table.times[k - 1])))
            return wrong(fmt::format("time {} of the table is {}, expected times that increase", k + 1, t));
        if (!(std::abs(length - 1) <= 1e-6))
            return wrong(fmt::format("attitude {} of the table has length {}, expected 1", k + 1, length));
        table.attitudes.push_back(core::from_eigen(attitudes[k].normalized()));
    }
    return AttitudeTarget(std::move(table));
}

}  // namespace polhode
