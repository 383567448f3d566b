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
        Spans on;           ///< empty: always
        bool jumps = true;  ///< by itself, at some times: it is asked for times inside the piece only

        bool acts(double t) const {
            return on.empty() || std::ranges::any_of(on, [&](const TimeSpan& s) { return s.contains(t); });
        }
    };

    SumModel(std::vector<Part> parts, const TimeSpan& piece)
        : has_potential(std::ranges::all_of(
              parts, [](const Part& p) { return p.on.empty() && p.torque->has_potential; })),
          rate_dependence(RateDependence::none),
          parts_(std::move(parts)),
          first_(std::nextafter(piece.from, piece.to)),
          last_(std::nextafter(piece.to, piece.from)) {
        for (const Part& part : parts_)
            rate_dependence = std::max(rate_dependence, part.torque->rate_dependence);
    }

    bool has_potential;
    RateDependence rate_dependence;  ///< that of the part that depends most

    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const {
        const Scalar time = inside(t);
        const double now = plain_time(time);
        Vector3<Scalar> sum(Scalar(0), Scalar(0), Scalar(0));
        for (const Part& part : parts_)
            if (part.acts(now)) sum += part.torque->at(part.jumps ? time : t, attitude, angular_velocity);
        return sum;
    }

    AffineTorque<Real> affine(const Real& t, const Quaternion<Real>& attitude) const {
        const Real time = inside(t), zero(0);
        const double now = plain_time(time);
        const Vector3<Real> rest(zero, zero, zero);
        AffineTorque<Real> sum{rest, {{rest, rest, rest}}};
        for (const Part& part : parts_) {
            if (!part.acts(now)) continue;
            const Real& asked = part.jumps ? time : t;
            if (part.torque->rate_dependence == RateDependence::none) {
                sum.at_rest += part.torque->at(asked, attitude, rest);
            } else {
                const AffineTorque<Real> own = part.torque->affine(asked, attitude);
                sum = {sum.at_rest + own.at_rest, sum.slope + own.slope};
            }
        }
        return sum;
    }
    /// Of the part that takes most.
    int affine_evaluations() const {
        int most = 1;
        for (const Part& part : parts_)
            if (part.torque->rate_dependence != RateDependence::none)
                most = std::max(most, part.torque->affine_evaluations);
        return most;
    }

    Real potential(const Real& t, const Quaternion<Real>& attitude) const {
        const Real time = inside(t);
        Real sum(0);
        for (const Part& part : parts_) sum += part.torque->potential(part.jumps ? time : t, attitude);
        return sum;
    }

    /// Of the first part that yields no number.
    const char* culprit(const Real& t, const Quaternion<Real>& attitude,
                        const Vector3<Real>& angular_velocity) const {
        const Real time = inside(t);
        for (const Part& part : parts_)
            if (part.acts(plain_time(time)))
                if (const char* found =
                        part.torque->culprit(part.jumps ? time : t, attitude, angular_velocity))
                    return found;
        return nullptr;
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
