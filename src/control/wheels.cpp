#include "polhode/control/wheels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace polhode {
namespace {

std::optional<Error> wrong_wheel(const Wheel& wheel, std::size_t number) {
    const auto about = [&](std::string_view key, const std::string& text) {
        return input_error(fmt::format("wheel {}: {} {}", number, key, text),
                           fmt::format("wheel.{}.{}", number, key));
    };
    const double length = wheel.axis.stableNorm();
    if (!(length > 0) || !std::isfinite(length))
        return about("axis", fmt::format("is [{}, {}, {}], expected a vector with a length", wheel.axis.x(),
                                         wheel.axis.y(), wheel.axis.z()));
    if (!(wheel.limit > 0))
        return about("limit", fmt::format("is {}, expected a positive number", wheel.limit));
    if (!std::isfinite(wheel.momentum))
        return about("momentum", fmt::format("is {}, expected a finite number", wheel.momentum));
    if (!(std::abs(wheel.momentum) <= wheel.limit))
        return about("momentum",
                     fmt::format("is {}, expected one within the limit {}", wheel.momentum, wheel.limit));
    if (!(wheel.friction >= 0) || !std::isfinite(wheel.friction))
        return about("friction", fmt::format("is {}, expected zero or a positive number", wheel.friction));
    return {};
}

/// A wheel that would stop so little later, relatively, stops now: otherwise the piece of time that is left
/// would have no length.
constexpr double rounding = 1e-9;

/// The rows of A⁺ for the columns `axes`, column by column after Greville: a column either adds a direction or
/// depends on those before it.
std::vector<Eigen::Vector3d> pseudo_inverse(const std::vector<Wheel>& axes) {
    std::vector<Eigen::Vector3d> rows;
    for (const Wheel& wheel : axes) {
        const Eigen::Vector3d& a = wheel.axis;
        std::vector<double> d;  // a in terms of the columns so far
        d.reserve(rows.size());
        for (const Eigen::Vector3d& row : rows) d.push_back(row.dot(a));
        Eigen::Vector3d rest = a;
        double squares = 0;
        for (std::size_t i = 0; i < d.size(); ++i) {
            rest -= d[i] * axes[i].axis;
            squares += d[i] * d[i];
        }
        Eigen::Vector3d row = Eigen::Vector3d::Zero();
        constexpr double parallel = 1e-10;  // below it an axis that differs only by rounding
        if (rest.norm() > parallel) {
            row = rest / rest.squaredNorm();
        } else {
            for (std::size_t i = 0; i < d.size(); ++i) row += d[i] * rows[i];
            row /= 1 + squares;
        }
        for (std::size_t i = 0; i < d.size(); ++i) rows[i] -= d[i] * row;
        rows.push_back(row);
    }
    return rows;
}

}  // namespace

Expected<WheelBank> WheelBank::of(const std::vector<Wheel>& wheels) {
    WheelBank bank;
    for (const Wheel& wheel : wheels) {
        if (auto error = wrong_wheel(wheel, bank.wheels_.size() + 1)) return *std::move(error);
        bank.wheels_.push_back(wheel);
        bank.wheels_.back().axis = wheel.axis.stableNormalized();
        bank.momenta_.push_back(wheel.momentum);
    }
    bank.rates_.assign(wheels.size(), 0);
    bank.shares_ = pseudo_inverse(bank.wheels_);
    return bank;
}

double WheelBank::friction() const {
    double most = 0;
    for (const Wheel& wheel : wheels_) most = std::max(most, wheel.friction);
    return most;
}

void WheelBank::hold(const Eigen::Vector3d& torque) {
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
        const double h = momenta_[i], limit = wheels_[i].limit;
        rates_[i] = -shares_[i].dot(torque) - wheels_[i].friction * h;
        if ((h >= limit && rates_[i] > 0) || (h <= -limit && rates_[i] < 0)) rates_[i] = 0;
    }
}

double WheelBank::until_stop(std::size_t i) const {
    const double rate = rates_[i];
    if (rate == 0) return std::numeric_limits<double>::infinity();
    return (wheels_[i].limit - (rate > 0 ? momenta_[i] : -momenta_[i])) / std::abs(rate);
}

double WheelBank::until_stop() const {
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < wheels_.size(); ++i) first = std::min(first, until_stop(i));
    return first;
}

void WheelBank::advance(double time) {
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
        if (until_stop(i) <= time * (1 + rounding)) {
            momenta_[i] = std::copysign(wheels_[i].limit, rates_[i]);
            rates_[i] = 0;
        } else {
            momenta_[i] += time * rates_[i];
        }
    }
}

Eigen::Vector3d WheelBank::along_axes(const std::vector<double>& values) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < wheels_.size(); ++i) sum += values[i] * wheels_[i].axis;
    return sum;
}

Body with_wheels(const Body& body, const WheelBank& wheels, double t) {
    if (wheels.empty()) return body;
    // no error: all numbers are finite
    return *body.try_with_rotor({.momentum = body.rotor_momentum(t) + wheels.momentum(),
                                 .rate = body.rotor().rate + wheels.rate(),
                                 .since = t});
}

}  // namespace polhode
