/// The straight line through the values of a quantity over a run, with the error of its slope, in constant
/// memory.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace polhode::core {

/// Least squares over all values added. Values that follow each other in a run are far from independent, so
/// the error of the slope is not taken from their scatter but from that of the means of long batches (the
/// method of batch means). At most 64 batches are kept: when there are more, neighbours are joined.
template <class Real>
class Trend {
public:
    void see(const Real& t, const Real& y) {
        if (open_.count == 0) {
            open_.t = t;
            open_.y = y;
        }
        const Real dt = t - open_.t, dy = y - open_.y;
        open_.sum_t += dt;
        open_.sum_y += dy;
        open_.sum_tt += dt * dt;
        open_.sum_ty += dt * dy;
        if (++open_.count == batch_length_) close();
    }

    Real mean() const { return whole().y; }
    /// 0 with fewer than two times.
    Real slope() const {
        const Moments all = whole();
        return all.tt > Real(0) ? all.ty / all.tt : Real(0);
    }
    /// One standard deviation; nothing with fewer than `least_batches` batches.
    std::optional<Real> slope_error() const {
        using std::sqrt;
        if (closed_ < least_batches) return std::nullopt;
        Moments means;
        for (std::size_t k = 0; k < closed_; ++k) {
            Moments point = batches_[k];
            point.tt = point.ty = Real(0);
            point.count = Real(1);
            means = joined(means, point);
        }
        const Real slope = means.ty / means.tt;
        Real squares(0);
        for (std::size_t k = 0; k < closed_; ++k) {
            const Real off = batches_[k].y - means.y - slope * (batches_[k].t - means.t);
            squares += off * off;
        }
        return sqrt(squares / (means.count - Real(2)) / means.tt);
    }

private:
    static constexpr std::size_t most_batches = 64, least_batches = 16;

    /// Count, means, and sums of products of the distances from them.
    struct Moments {
        Real count{0}, t{0}, y{0}, tt{0}, ty{0};
    };
    /// A batch on its way: sums of distances from its first point, cheap to add to.
    struct Sums {
        long count = 0;
        Real t{0}, y{0}, sum_t{0}, sum_y{0}, sum_tt{0}, sum_ty{0};
        Moments moments() const {
            const Real n(static_cast<double>(count));
            return {n, t + sum_t / n, y + sum_y / n, sum_tt - sum_t * sum_t / n, sum_ty - sum_t * sum_y / n};
        }
    };

    static Moments joined(const Moments& a, const Moments& b) {
        const Real n = a.count + b.count, dt = b.t - a.t, dy = b.y - a.y, share = b.count / n;
        return {n, a.t + share * dt, a.y + share * dy, a.tt + b.tt + a.count * share * dt * dt,
                a.ty + b.ty + a.count * share * dt * dy};
    }

    void close() {
        batches_[closed_++] = open_.moments();
        open_ = {};
        if (closed_ < most_batches) return;
        closed_ /= 2;
        for (std::size_t k = 0; k < closed_; ++k) batches_[k] = joined(batches_[2 * k], batches_[2 * k + 1]);
        batch_length_ *= 2;
    }

    Moments whole() const {
        Moments all;
        for (std::size_t k = 0; k < closed_; ++k) all = joined(all, batches_[k]);
        return open_.count > 0 ? joined(all, open_.moments()) : all;
    }

    std::array<Moments, most_batches> batches_{};
    std::size_t closed_ = 0;
    long batch_length_ = 1;
    Sums open_;
};

}  // namespace polhode::core
