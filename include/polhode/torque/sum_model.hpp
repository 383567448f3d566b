/// A sum of torques as the kernels evaluate it.
#pragma once

#include "polhode/torque/bound_torque.hpp"
#include "polhode/torque/sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace polhode::core {

/// A part owns its torque; on lanes, where `Handle` and `Spans` differ, not the times at which it acts.
template <class Real, class Handle = std::shared_ptr<const BoundTorque<Real>>,
          class Spans = std::vector<TimeSpan>>
class SumModel {
public:
    struct Part {
        Handle torque;
        Spans on;  ///< empty: always

        bool acts(double t) const {
            return on.empty() || std::ranges::any_of(on, [&](const TimeSpan& s) { return s.contains(t); });
        }
    };

    SumModel(std::vector<Part> parts, const TimeSpan& piece)
        : has_potential(std::ranges::all_of(
              parts, [](const Part& p) { return p.on.empty() && p.torque->has_potential; })),
          parts_(std::move(parts)),
          first_(std::nextafter(piece.from, piece.to)),
          last_(std::nextafter(piece.to, piece.from)) {}

    bool has_potential;

    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const {
        const Scalar time = inside(t);
        const double now = plain_time(time);
        Vector3<Scalar> sum(Scalar(0), Scalar(0), Scalar(0));
        for (const Part& part : parts_)
            if (part.acts(now)) sum += part.torque->at(time, attitude, angular_velocity);
        return sum;
    }

    Real potential(const Real& t, const Quaternion<Real>& attitude) const {
        const Real time = inside(t);
        Real sum(0);
        for (const Part& part : parts_) sum += part.torque->potential(time, attitude);
        return sum;
    }

    /// Of the part that is called most: one that counts by itself counts differences too.
    std::optional<long> calls() const {
        std::optional<long> most;
        for (const Part& part : parts_)
            if (const auto calls = part.torque->calls()) most = std::max(most.value_or(0), *calls);
        return most;
    }

private:
    /// A time at an end of the piece, or beyond it by rounding, is moved to the nearest number inside.
    template <class Scalar>
    Scalar inside(const Scalar& t) const {
        const double now = plain_time(t), moved = std::clamp(now, first_, last_);
        return moved == now ? t : t + Scalar(moved - now);
    }

    std::vector<Part> parts_;
    double first_, last_;
};

}  // namespace polhode::core
