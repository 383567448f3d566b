/// The Taylor series of a motion at one of its states, to any order: attitude, momentum, torque.
/// Π' = Π×ω + T, q' = ½ q ω, L' = R T; coefficient k of the right-hand sides gives k + 1 on the left, and the torque's
/// comes from jets (scalar/jet.hpp): one evaluation of the torque per order. A torque that depends on u = Rᵀdirection
/// alone is given u, which follows u' = u×ω at less than the cost of turning it by q.
///
/// Coefficients are those of powers of s = (t − t₀)/unit: with the length of a step for a unit they neither overflow nor
/// vanish, however fast the body turns.
#pragma once

#include "polhode/mechanics/torque_models.hpp"
#include "polhode/method/system.hpp"
#include "polhode/scalar/jet.hpp"

#include <array>
#include <memory>
#include <vector>

namespace polhode::core {

/// Four numbers, added and multiplied lane by lane: the products of series here go by components, many at a time, rather
/// than along one series.
template <class Real>
class Four {
public:
    Four() = default;
    Four(const Real& a, const Real& b, const Real& c, const Real& d) : lanes_{a, b, c, d} {}
    const Real& operator[](std::size_t i) const { return lanes_[i]; }

    friend Four operator*(const Real& s, const Four& a) { return {s * a[0], s * a[1], s * a[2], s * a[3]}; }
    friend Four operator*(const Four& a, const Four& b) {
        return {a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]};
    }
    friend Four operator+(const Four& a, const Four& b) {
        return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
    }
    friend Four operator-(const Four& a, const Four& b) {
        return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]};
    }

private:
    std::array<Real, 4> lanes_{};
};

/// The same on double in vector registers, which compilers do not find on their own; the same bits.
template <>
class Four<double> {
    using Two = double __attribute__((vector_size(16)));  // every processor has these

public:
    Four() = default;
    Four(double a, double b, double c, double d) : low_{a, b}, high_{c, d} {}
    double operator[](std::size_t i) const { return i < 2 ? low_[i] : high_[i - 2]; }

    friend Four operator*(double s, const Four& a) { return {s * a.low_, s * a.high_}; }
    friend Four operator*(const Four& a, const Four& b) { return {a.low_ * b.low_, a.high_ * b.high_}; }
    friend Four operator+(const Four& a, const Four& b) { return {a.low_ + b.low_, a.high_ + b.high_}; }
    friend Four operator-(const Four& a, const Four& b) { return {a.low_ - b.low_, a.high_ - b.high_}; }

private:
    Four(Two low, Two high) : low_(low), high_(high) {}
    Two low_{}, high_{};
};

/// The series of a vector, turned once and twice around its components for cross products.
template <class Real>
struct VectorSeries {
    std::vector<Four<Real>> yzx, zxy;

    explicit VectorSeries(int order)
        : yzx(static_cast<std::size_t>(order) + 1), zxy(static_cast<std::size_t>(order) + 1) {}

    Vector3<Real> operator[](int k) const {
        const Four<Real>& a = yzx[static_cast<std::size_t>(k)];
        return {a[2], a[0], a[1]};
    }
    void set(int k, const Vector3<Real>& v) {
        yzx[static_cast<std::size_t>(k)] = {v.y, v.z, v.x, Real(0)};
        zxy[static_cast<std::size_t>(k)] = {v.z, v.x, v.y, Real(0)};
    }

    /// Coefficient k of (a₂a₃, a₃a₁, a₁a₂).
    Vector3<Real> products(int k) const {
        const Four<Real>*a = yzx.data(), *b = zxy.data() + k;
        Four<Real> sum;
        for (int j = 0; j <= k; ++j) sum = sum + a[j] * b[-j];
        return {sum[0], sum[1], sum[2]};
    }
    /// Coefficient k of a × b.
    friend Vector3<Real> cross(const VectorSeries& a, const VectorSeries& b, int k) {
        const Four<Real>*ay = a.yzx.data(), *az = a.zxy.data(), *by = b.yzx.data() + k,
              *bz = b.zxy.data() + k;
        Four<Real> sum;
        for (int j = 0; j <= k; ++j) sum = sum + (ay[j] * bz[-j] - az[j] * by[-j]);
        return {sum[0], sum[1], sum[2]};
    }
};

/// The series of a quaternion q, as the three products q·i, q·j, q·k with the units.
template <class Real>
struct QuaternionSeries {
    std::vector<Four<Real>> by_i, by_j, by_k;

    explicit QuaternionSeries(int order)
        : by_i(static_cast<std::size_t>(order) + 1),
          by_j(static_cast<std::size_t>(order) + 1),
          by_k(static_cast<std::size_t>(order) + 1) {}

    Quaternion<Real> operator[](int k) const {
        const Four<Real>& a = by_i[static_cast<std::size_t>(k)];
        return {-a[3], -a[2], a[1], a[0]};
    }
    void set(int k, const Quaternion<Real>& q) {
        by_i[static_cast<std::size_t>(k)] = {q.w, q.z, -q.y, -q.x};
        by_j[static_cast<std::size_t>(k)] = {-q.z, q.w, q.x, -q.y};
        by_k[static_cast<std::size_t>(k)] = {q.y, -q.x, q.w, -q.z};
    }

    /// Coefficient k of q v.
    friend Quaternion<Real> product(const QuaternionSeries& q, const VectorSeries<Real>& v, int k) {
        const Four<Real>*i = q.by_i.data(), *j = q.by_j.data(), *l = q.by_k.data(), *w = v.zxy.data() + k;
        Four<Real> sum;
        for (int n = 0; n <= k; ++n) sum = sum + ((w[-n][1] * i[n] + w[-n][2] * j[n]) + w[-n][0] * l[n]);
        return {sum[0], sum[1], sum[2], sum[3]};
    }
};

template <class Real>
class MotionSeries {
public:
    /// Whether the series of the spatial momentum is wanted too, which costs about as much as all others.
    enum class Spatial { no, yes };

    explicit MotionSeries(int order)
        : order_(order),
          q_(order),
          p_(order),
          w_(order),
          u_(order),
          tape_(std::make_unique<JetTape<Real>>(order)),
          time_(tape_->variable()) {
        for (auto& row : attitude_) row = tape_->variable();
        for (auto& row : direction_) row = tape_->variable();
        for (auto& row : spatial_) row = tape_->row();
    }

    int order() const { return order_; }

    template <class Model>
    void compute(System<Real, Model>& system, const State<Real>& start, const Real& t, const Real& unit,
                 Spatial spatial) {
        // inlined to the bottom a series on double takes two thirds of the time; other scalars would take minutes to compile
        if constexpr (std::is_same_v<Real, double>)
            inlined(system, start, t, unit, spatial);
        else
            recur(system, start, t, unit, spatial);
    }

    /// Coefficient k of q, Π, ω, and of L in space components (k ≥ 1, of a body with a torque).
    Quaternion<Real> attitude(int k) const { return q_[k]; }
    Vector3<Real> momentum(int k) const { return p_[k]; }
    Vector3<Real> velocity(int k) const { return w_[k]; }
    Vector3<Real> spatial_momentum(int k) const { return {spatial_[0][k], spatial_[1][k], spatial_[2][k]}; }

    /// Σ cₖ sᵏ, smallest terms first. The attitude is not normalised.
    Quaternion<Real> attitude_at(const Real& s) const {
        const Four<Real> v = sum(q_.by_i, s);
        return {-v[3], -v[2], v[1], v[0]};
    }
    Vector3<Real> momentum_at(const Real& s) const {
        const Four<Real> v = sum(p_.yzx, s);
        return {v[2], v[0], v[1]};
    }

    /// After a series that is not finite: it must leave nothing behind.
    void clear() { tape_->clear(); }

private:
    template <class Model>
    [[gnu::flatten]] void inlined(System<Real, Model>& system, const State<Real>& start, const Real& t,
                                  const Real& unit, Spatial spatial) {
        recur(system, start, t, unit, spatial);
    }

    template <class Model>
    void recur(System<Real, Model>& system, const State<Real>& start, const Real& t, const Real& unit,
               Spatial spatial) {
        constexpr bool is_free = std::is_same_v<Model, NoTorque>;
        constexpr bool by_direction =
            requires(const Model& m, const Vector3<Real>& u) { m.along(u), m.direction; };
        const bool by_attitude = !is_free && (!by_direction || spatial == Spatial::yes);
        const Vector3<Real>& inverse = system.inertia.inverse;
        // Π×ω = ((1/I₃ − 1/I₂) Π₂Π₃, …)
        const Vector3<Real> euler{inverse.z - inverse.y, inverse.x - inverse.z, inverse.y - inverse.x};

        const auto set_attitude = [&](int k, const Quaternion<Real>& q) {
            q_.set(k, q);
            if (by_attitude) fill(attitude_, k, {q.x, q.y, q.z, q.w});
        };
        const auto set_momentum = [&](int k, const Vector3<Real>& p) {
            p_.set(k, p);
            w_.set(k, hadamard(inverse, p));
        };
        const auto set_direction = [&](int k, const Vector3<Real>& u) {
            u_.set(k, u);
            fill(direction_, k, {u.x, u.y, u.z});
        };
        set_attitude(0, start.attitude);
        set_momentum(0, start.momentum);
        if constexpr (by_direction)
            set_direction(0, to_body(start.attitude, Vector3<Real>(system.model.direction)));
        if constexpr (!is_free && !by_direction)
            for (int k = 0; k <= order_; ++k) time_.set(k, k == 0 ? t : k == 1 ? unit : Real(0));

        for (int k = 0; k < order_; ++k) {
            const Real over = unit / Real(k + 1);
            Vector3<Real> rate = hadamard(euler, p_.products(k));
            if constexpr (!is_free) {
                const Forces forces = tape_->replay(k, [&] {
                    const auto jet = [](const auto& row) { return row.jet(); };
                    const Quaternion<Jet<Real>> q(jet(attitude_[0]), jet(attitude_[1]), jet(attitude_[2]),
                                                  jet(attitude_[3]));
                    Forces f;
                    if constexpr (by_direction) {
                        ++system.torque_evaluations;
                        f.torque = system.model.along(
                            Vector3<Jet<Real>>(jet(direction_[0]), jet(direction_[1]), jet(direction_[2])));
                    } else
                        f.torque = system.torque(time_.jet(), q);
                    if (spatial == Spatial::yes) f.in_space = to_space(q, f.torque);
                    return f;
                });
                rate += at(forces.torque, k);
                if (spatial == Spatial::yes) {
                    const Vector3<Real> l = over * at(forces.in_space, k);
                    fill(spatial_, k + 1, {l.x, l.y, l.z});
                }
            }
            if constexpr (by_direction) set_direction(k + 1, over * cross(u_, w_, k));
            const Quaternion<Real> dq = product(q_, w_, k);
            const Real half = Real(0.5) * over;
            set_attitude(k + 1, {half * dq.x, half * dq.y, half * dq.z, half * dq.w});
            set_momentum(k + 1, over * rate);
        }
    }

    struct Forces {
        Vector3<Jet<Real>> torque, in_space;
    };

    static Vector3<Real> at(const Vector3<Jet<Real>>& v, int k) { return {v.x[k], v.y[k], v.z[k]}; }
    template <class Row, std::size_t N>
    static void fill(const std::array<Row, N>& rows, int k, const std::array<Real, N>& values) {
        for (std::size_t i = 0; i < N; ++i) rows[i].set(k, values[i]);
    }
    Four<Real> sum(const std::vector<Four<Real>>& c, const Real& s) const {
        Four<Real> total = c.back();
        for (std::size_t k = c.size() - 1; k-- > 0;) total = s * total + c[k];
        return total;
    }

    int order_;
    QuaternionSeries<Real> q_;
    VectorSeries<Real> p_, w_, u_;
    std::unique_ptr<JetTape<Real>> tape_;
    typename JetTape<Real>::Variable time_;
    std::array<typename JetTape<Real>::Variable, 4> attitude_;
    std::array<typename JetTape<Real>::Variable, 3> direction_;
    std::array<typename JetTape<Real>::Row, 3> spatial_;
};

}  // namespace polhode::core
