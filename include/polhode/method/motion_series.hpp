/// The Taylor series of a motion at one of its states, to any order: attitude, momentum, torque.
/// Π' = Π×ω + T, q' = ½ q ω, L' = q T q̄; coefficient k of the right-hand sides gives k + 1 on the left, and
/// the torque's comes from jets (scalar/jet.hpp): one evaluation of the torque per order. A torque that
/// depends on u = Rᵀdirection alone is given u, which follows u' = u×ω at less than the cost of turning it by
/// q.
///
/// Coefficients are those of powers of s = (t − t₀)/unit: with the length of a step for a unit they neither
/// overflow nor vanish, however fast the body turns.
#pragma once

#include "polhode/scalar/jet.hpp"
#include "polhode/step/system.hpp"
#include "polhode/torque/concept.hpp"
#include "polhode/torque/none.hpp"

#include <array>
#include <memory>
#include <vector>

namespace polhode::core {

/// Four numbers, added and multiplied lane by lane: the products of series here go by components, many at a
/// time, rather than along one series.
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
    friend Four<Real> product(const QuaternionSeries& q, const VectorSeries<Real>& v, int k) {
        Four<Real> sum;
        for (int n = 0; n <= k; ++n) sum = sum + q.times(n, v.zxy[static_cast<std::size_t>(k - n)]);
        return sum;
    }
    /// One term of it: coefficient n of q times a vector (z, x, y).
    Four<Real> times(int n, const Four<Real>& zxy) const {
        const auto at = static_cast<std::size_t>(n);
        return (zxy[1] * by_i[at] + zxy[2] * by_j[at]) + zxy[0] * by_k[at];
    }
};

template <class Real>
class MotionSeries {
public:
    /// Whether the series of the spatial momentum is wanted too, which costs as much as that of the attitude.
    enum class Spatial { no, yes };

    explicit MotionSeries(int order)
        : order_(order),
          q_(order),
          p_(order),
          w_(order),
          u_(order),
          t_(order),
          qt_(order),
          qt_itself_(static_cast<std::size_t>(order) + 1),
          l_(static_cast<std::size_t>(order) + 1),
          tape_(std::make_unique<JetTape<Real>>(order)),
          time_(tape_->variable()) {
        for (auto& row : attitude_) row = tape_->variable();
        for (auto& row : direction_) row = tape_->variable();
        for (auto& row : velocity_) row = tape_->variable();
    }

    int order() const { return order_; }

    /// A call, so that it is compiled once and not into every method that takes a series.
    template <class Model>
    [[gnu::noinline]] void compute(System<Real, Model>& system, const State<Real>& start, const Real& t,
                                   const Real& unit, Spatial spatial) {
        // inlined to the bottom a series on double takes two thirds of the time; other scalars would take
        // minutes to compile
        const auto go = [&](auto by_direction) {
            if constexpr (std::is_same_v<Real, double>)
                inlined<by_direction.value>(system, start, t, unit, spatial);
            else
                recur<by_direction.value>(system, start, t, unit, spatial);
        };
        if constexpr (requires { system.model.knows_direction(); }) {  // known at run time only
            if (system.model.knows_direction())
                go(std::true_type{});
            else
                go(std::false_type{});
        } else {
            go(std::bool_constant<KnowsDirection<Model>>{});
        }
    }

    /// Coefficient k of q, Π, ω, and of L in space components (k ≥ 1, of a body with a torque).
    Quaternion<Real> attitude(int k) const { return q_[k]; }
    Vector3<Real> momentum(int k) const { return p_[k]; }
    Vector3<Real> velocity(int k) const { return w_[k]; }
    Vector3<Real> spatial_momentum(int k) const { return l_[static_cast<std::size_t>(k)]; }

    /// Σ cₖ sᵏ, smallest terms first. The attitude is not normalised.
    Quaternion<Real> attitude_at(const Real& s) const {
        const Four<Real> v = sum(q_.by_i, s);
        return {-v[3], -v[2], v[1], v[0]};
    }
    Vector3<Real> momentum_at(const Real& s) const {
        const Four<Real> v = sum(p_.yzx, s);
        return {v[2], v[0], v[1]};
    }

    /// Of L in space components, without the coefficient 0.
    Vector3<Real> spatial_change_at(const Real& s) const {
        Vector3<Real> total;
        for (std::size_t k = l_.size() - 1; k > 0; --k) total = s * (total + l_[k]);
        return total;
    }

    /// After a series that is not finite: it must leave nothing behind.
    void clear() { tape_->clear(); }

private:
    template <bool by_direction, class Model>
    [[gnu::flatten]] void inlined(System<Real, Model>& system, const State<Real>& start, const Real& t,
                                  const Real& unit, Spatial spatial) {
        recur<by_direction>(system, start, t, unit, spatial);
    }

    template <bool by_direction, class Model>
    void recur(System<Real, Model>& system, const State<Real>& start, const Real& t, const Real& unit,
               Spatial spatial) {
        constexpr bool is_free = std::is_same_v<Model, NoTorque>;
        const Vector3<Real>& inverse = system.inertia.inverse;
        // Π×ω = ((1/I₃ − 1/I₂) Π₂Π₃, …)
        const Vector3<Real> euler{inverse.z - inverse.y, inverse.x - inverse.z, inverse.y - inverse.x};

        const auto set_attitude = [&](int k, const Quaternion<Real>& q) {
            q_.set(k, q);
            if constexpr (!is_free && !by_direction) fill(attitude_, k, {q.x, q.y, q.z, q.w});
        };
        const auto set_momentum = [&](int k, const Vector3<Real>& p) {
            p_.set(k, p);
            const Vector3<Real> w = hadamard(inverse, p);
            w_.set(k, w);
            if constexpr (!is_free && !by_direction) fill(velocity_, k, {w.x, w.y, w.z});
        };
        const auto set_direction = [&](int k, const Vector3<Real>& u) {
            u_.set(k, u);
            fill(direction_, k, {u.x, u.y, u.z});
        };
        set_attitude(0, start.attitude);
        set_momentum(0, start.momentum);
        if constexpr (by_direction)
            set_direction(0, to_body(start.attitude, Vector3<Real>(system.model.field_axis())));
        if constexpr (!is_free && !by_direction)
            for (int k = 0; k <= order_; ++k) time_.set(k, k == 0 ? t : k == 1 ? unit : Real(0));

        for (int k = 0; k < order_; ++k) {
            const Real over = unit * Real(reciprocals[static_cast<std::size_t>(k) + 1]),
                       half = Real(0.5) * over;
            const Rates rates = products<by_direction>(k);
            Vector3<Real> rate = hadamard(euler, {rates.p[0], rates.p[1], rates.p[2]});
            if constexpr (!is_free) {
                const Vector3<Jet<Real>> jets = tape_->replay(k, [&] {
                    if constexpr (by_direction) {
                        ++system.torque_evaluations;
                        return system.model.along(Vector3<Jet<Real>>(direction_[0].jet(), direction_[1].jet(),
                                                                     direction_[2].jet()));
                    } else {
                        return system.torque(
                            time_.jet(),
                            Quaternion<Jet<Real>>(attitude_[0].jet(), attitude_[1].jet(), attitude_[2].jet(),
                                                  attitude_[3].jet()),
                            Vector3<Jet<Real>>(velocity_[0].jet(), velocity_[1].jet(), velocity_[2].jet()));
                    }
                });
                const Vector3<Real> torque{jets.x[k], jets.y[k], jets.z[k]};
                rate += torque;
                if (spatial == Spatial::yes) l_[static_cast<std::size_t>(k) + 1] = over * in_space(torque, k);
            }
            if constexpr (by_direction)
                set_direction(k + 1, {over * rates.u[0], over * rates.u[1], over * rates.u[2]});
            set_attitude(k + 1, {half * rates.q[0], half * rates.q[1], half * rates.q[2], half * rates.q[3]});
            set_momentum(k + 1, over * rate);
        }
    }

    struct Rates {
        Four<Real> p, u, q;
    };
    /// Coefficient k of (Π₂Π₃, Π₃Π₁, Π₁Π₂), u×ω and qω, in one loop.
    template <bool with_direction>
    Rates products(int k) const {
        Rates sum;
        for (int j = 0; j <= k; ++j) {
            const auto a = static_cast<std::size_t>(j), b = static_cast<std::size_t>(k - j);
            sum.p = sum.p + p_.yzx[a] * p_.zxy[b];
            if constexpr (with_direction) sum.u = sum.u + (u_.yzx[a] * w_.zxy[b] - u_.zxy[a] * w_.yzx[b]);
            sum.q = sum.q + q_.times(j, w_.zxy[b]);
        }
        return sum;
    }
    /// Coefficient k of q T q̄, that of T given.
    Vector3<Real> in_space(const Vector3<Real>& torque, int k) {
        t_.set(k, torque);
        const Four<Real> qt = product(q_, t_, k);
        qt_.set(k, {qt[0], qt[1], qt[2], qt[3]});
        qt_itself_[static_cast<std::size_t>(k)] = qt;
        Four<Real> sum;
        for (int j = 0; j <= k; ++j) {
            const Four<Real>& q = q_.by_i[static_cast<std::size_t>(k - j)];  // (w, z, −y, −x)
            sum = sum
                + (q[0] * qt_itself_[static_cast<std::size_t>(j)]
                   + qt_.times(j, {-q[1], q[3], q[2], Real(0)}));
        }
        return {sum[0], sum[1], sum[2]};
    }

    static constexpr auto reciprocals = [] {
        std::array<Plain<Real>, 64> r{};
        for (std::size_t k = 1; k < r.size(); ++k) r[k] = 1 / static_cast<Plain<Real>>(k);
        return r;
    }();

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
    VectorSeries<Real> p_, w_, u_, t_;
    QuaternionSeries<Real> qt_;
    std::vector<Four<Real>> qt_itself_;
    std::vector<Vector3<Real>> l_;
    std::unique_ptr<JetTape<Real>> tape_;
    typename JetTape<Real>::Variable time_;
    std::array<typename JetTape<Real>::Variable, 4> attitude_;
    std::array<typename JetTape<Real>::Variable, 3> direction_, velocity_;
};

}  // namespace polhode::core
