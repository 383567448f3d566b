/// Truncated Taylor series as a scalar: a function written for any `Real`, evaluated on jets, gives the
/// Taylor coefficients in time of its result from those of its arguments.
///
/// The series of the solution of y' = f(y) is found one coefficient at a time: f's k-th gives y's (k+1)-th.
/// So that this costs O(N²) per product and not O(N³), f is evaluated once per order, and each of its
/// operations computes its k-th coefficient only: the operations come in the same sequence every time, and
/// each finds the row of coefficients it has written before by its place in the sequence. A branch depends on
/// coefficient 0 and so goes the same way every time.
///
/// The functions of so3/small_angle.hpp do not compile on jets: their short series are accurate in the value
/// and the first derivative, no further.
///
///     JetTape<double> tape(order);
///     const auto y = tape.variable();
///     y.set(0, start);
///     for (int k = 0; k < order; ++k)
///         y.set(k + 1, tape.replay(k, [&] { return f(y.jet()); })[k] / (k + 1));
#pragma once

#include "polhode/error.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/functions.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace polhode::core {

template <class Real>
class Jet;

/// Owns the rows of coefficients 0 … order, one for each variable and each operation.
template <class Real>
class JetTape {
public:
    /// A row holds the coefficients forwards and, behind them, backwards: Σ aⱼ b₍ₖ₋ⱼ₎ is then a dot product
    /// of two runs that ascend in memory. Zeros at the end let the sum go on to a multiple of four.
    class Row {
    public:
        Row() = default;
        Row(Real* data, std::size_t last) : data_(data), last_(last) {}

        const Real& operator[](int k) const { return data_[k]; }
        void set(int k, const Real& value) const {
            data_[k] = value;
            data_[static_cast<std::ptrdiff_t>(last_) - k] = value;
        }
        explicit operator bool() const { return data_ != nullptr; }

        /// Σ_{j=0…k} aⱼ b₍ₖ₋ⱼ₎
        friend Real convolution(const Row& a, const Row& b, int k) {
            return sum_of_products(a.data_, b.data_ + b.last_ - k, k + 1);
        }

    private:
        /// In four partial sums, which the compiler keeps in vector registers; always in the same order.
        static Real sum_of_products(const Real* a, const Real* b, int count) {
            if constexpr (std::is_floating_point_v<Real> || is_pack<Real>) {
                Real s0(0), s1(0), s2(0), s3(0);
                for (int j = 0; j < count; j += 4) {
                    s0 += a[j] * b[j];
                    s1 += a[j + 1] * b[j + 1];
                    s2 += a[j + 2] * b[j + 2];
                    s3 += a[j + 3] * b[j + 3];
                }
                return (s0 + s2) + (s1 + s3);
            } else {
                Real s(0);
                for (int j = 0; j < count; ++j) s += a[j] * b[j];
                return s;
            }
        }

        Real* data_ = nullptr;
        std::size_t last_ = 0;
    };

    /// An argument: a row that the caller fills.
    struct Variable : Row {
        using Row::Row;
        JetTape* tape = nullptr;
        Jet<Real> jet() const { return Jet<Real>(*tape, *this); }
    };

    explicit JetTape(int order)
        : order_(order), last_(2 * static_cast<std::size_t>(order) + 1), stride_(last_ + 1 + 3) {}
    // rows and jets point here
    JetTape(const JetTape&) = delete;
    JetTape& operator=(const JetTape&) = delete;

    int order() const { return order_; }

    Row row() {
        own_.push_back(std::make_unique<Real[]>(stride_));
        return {own_.back().get(), last_};
    }
    Variable variable() {
        Variable v;
        static_cast<Row&>(v) = row();
        v.tape = this;
        return v;
    }

    /// Evaluates f, which must do the same operations every time, for coefficient k of every operation; k =
    /// 0, 1, 2, …
    template <class F>
    auto replay(int k, F&& f) {
        k_ = k;
        block_ = taken_ = 0;
        next_ = end_ = nullptr;
        auto result = f();
        if (k == 0) {
            recorded_ = taken_;
        } else if constexpr (!is_pack<Real>) {  // on packs run our own torques, which do not
            if (taken_ != recorded_)
                throw RunError(
                    "a function of jets did other operations at a second call with the same arguments");
        }
        return result;
    }

    /// Clears every row: what is not a number must not reach the zeros that pad the next sums.
    void clear() {
        for (auto& row : own_) std::fill_n(row.get(), stride_, Real(0));
        for (auto& block : blocks_) std::fill_n(block.get(), stride_ * block_rows, Real(0));
    }

    /// For the operations: which coefficient is wanted, and the row to write it to.
    int k() const { return k_; }
    Row take() {
        if (next_ == end_) {
            if (block_ == blocks_.size()) blocks_.push_back(std::make_unique<Real[]>(stride_ * block_rows));
            next_ = blocks_[block_++].get();
            end_ = next_ + stride_ * block_rows;
        }
        const Row row(next_, last_);
        next_ += stride_;
        ++taken_;
        return row;
    }

private:
    static constexpr std::size_t block_rows = 64;

    int order_;
    std::size_t last_, stride_;
    std::vector<std::unique_ptr<Real[]>> own_, blocks_;
    int k_ = 0;
    std::size_t block_ = 0, taken_ = 0, recorded_ = 0;
    Real *next_ = nullptr, *end_ = nullptr;
};

/// A series, or a constant (which has no row: multiplying by it is no convolution).
template <class Real>
class Jet {
    using Tape = JetTape<Real>;
    using Row = typename Tape::Row;

public:
    Jet() = default;
    Jet(const Real& constant) : constant_(constant) {}  // NOLINT(google-explicit-constructor): as in Dual
    template <class Number>
        requires(!std::is_same_v<Number, Real> && std::is_constructible_v<Real, Number>)
    explicit Jet(const Number& constant) : constant_(static_cast<Real>(constant)) {}
    Jet(Tape& tape, const Row& row) : tape_(&tape), row_(row) {}

    /// For operations that are written elsewhere: where the coefficients are kept, those of a constant
    /// nowhere.
    Tape* tape() const { return tape_; }
    const Row& row() const { return row_; }

    /// Coefficient k; known up to the one being computed.
    Real operator[](int k) const { return row_ ? row_[k] : k == 0 ? constant_ : Real(0); }

    friend Jet operator-(const Jet& a) { return a.row_ ? a.record(-a.row_[a.k()]) : Jet(-a.constant_); }
    friend Jet operator+(const Jet& a, const Jet& b) {
        if (a.is_exactly(0)) return b;
        if (b.is_exactly(0)) return a;
        if (!a.row_ && !b.row_) return a.constant_ + b.constant_;
        const Jet& series = a.row_ ? a : b;
        return series.record(a[series.k()] + b[series.k()]);
    }
    friend Jet operator-(const Jet& a, const Jet& b) {
        if (b.is_exactly(0)) return a;
        if (!a.row_ && !b.row_) return a.constant_ - b.constant_;
        const Jet& series = a.row_ ? a : b;
        return series.record(a[series.k()] - b[series.k()]);
    }
    friend Jet operator*(const Jet& a, const Jet& b) {
        if (a.row_ && b.row_) return a.record(convolution(a.row_, b.row_, a.k()));
        if (!a.row_ && !b.row_) return a.constant_ * b.constant_;
        const Jet& series = a.row_ ? a : b;
        const Jet& factor = a.row_ ? b : a;
        if (factor.is_exactly(0)) return factor;
        if (factor.is_exactly(1)) return series;
        return series.record(factor.constant_ * series.row_[series.k()]);
    }
    /// c = a/b: Σ cⱼ b₍ₖ₋ⱼ₎ = aₖ.
    friend Jet operator/(const Jet& a, const Jet& b) {
        if (!b.row_) {
            if (!a.row_) return a.constant_ / b.constant_;
            return a.record(a.row_[a.k()] / b.constant_);
        }
        const int k = b.k();
        const Row c = b.zero();
        c.set(k, (a[k] - convolution(c, b.row_, k)) / b.row_[0]);
        return {*b.tape_, c};
    }
    Jet& operator+=(const Jet& b) { return *this = *this + b; }
    Jet& operator-=(const Jet& b) { return *this = *this - b; }
    Jet& operator*=(const Jet& b) { return *this = *this * b; }
    Jet& operator/=(const Jet& b) { return *this = *this / b; }

    // Comparisons use coefficient 0 alone, which is the same at every replay.
    friend auto operator<(const Jet& a, const Jet& b) { return a[0] < b[0]; }
    friend auto operator>(const Jet& a, const Jet& b) { return a[0] > b[0]; }
    friend auto operator<=(const Jet& a, const Jet& b) { return a[0] <= b[0]; }
    friend auto operator>=(const Jet& a, const Jet& b) { return a[0] >= b[0]; }

    /// Lane by lane.
    template <LaneMask M>
    friend Jet select(const M& mask, const Jet& yes, const Jet& no) {
        if (!yes.row_ && !no.row_) return select(mask, yes.constant_, no.constant_);
        const Jet& series = yes.row_ ? yes : no;
        return series.record(select(mask, yes[series.k()], no[series.k()]));
    }

    friend Jet abs(const Jet& a) {
        if constexpr (is_pack<Real>)
            return select(a[0] < Real(0), -a, a);
        else
            return a[0] < Real(0) ? -a : a;
    }

    /// c² = a: Σ cⱼ c₍ₖ₋ⱼ₎ = aₖ. Not where a is 0: √ has no series there.
    friend Jet sqrt(const Jet& a) {
        using std::sqrt;
        if (!a.row_) return sqrt(a.constant_);
        const int k = a.k();
        const Row c = a.zero();
        c.set(k, k == 0 ? sqrt(a.row_[0]) : (a.row_[k] - convolution(c, c, k)) / (Real(2) * c[0]));
        return {*a.tape_, c};
    }
    // A function of the user's takes the standard library's functions on plain numbers, and has the same values
    // here; under our own names (scalar/functions.hpp) the values are our own.
    friend Jet exp(const Jet& a) {
        using std::exp;
        return a.exponential_from(exp(a[0]));
    }
    friend Jet exponential(const Jet& a) { return a.exponential_from(exponential(a[0])); }
    friend Jet log(const Jet& a) {
        using std::log;
        return a.logarithm_from(log(a[0]));
    }
    friend Jet logarithm(const Jet& a) { return a.logarithm_from(logarithm(a[0])); }
    friend Jet atan(const Jet& a) {
        using std::atan;
        return a.arc_tangent_from(atan(a[0]));
    }
    friend Jet arc_tangent_of(const Jet& a) { return a.arc_tangent_from(arc_tangent_of(a[0])); }
    friend Jet atan2(const Jet& y, const Jet& x) {
        using std::atan2;
        return angle_from(y, x, atan2(y[0], x[0]));
    }
    friend Jet angle_of(const Jet& y, const Jet& x) { return angle_from(y, x, angle_of(y[0], x[0])); }
    friend Jet sin(const Jet& a) {
        using std::cos, std::sin;
        return a.sine_and_cosine_from({sin(a[0]), cos(a[0])}).sin;
    }
    friend Jet cos(const Jet& a) {
        using std::cos, std::sin;
        return a.sine_and_cosine_from({sin(a[0]), cos(a[0])}).cos;
    }
    friend SinCos<Jet> sin_cos(const Jet& a) { return a.sine_and_cosine_from(sin_cos(a[0])); }
    friend Jet sine(const Jet& a) { return a.sine_and_cosine_from(sin_cos(a[0])).sin; }
    friend Jet cosine(const Jet& a) { return a.sine_and_cosine_from(sin_cos(a[0])).cos; }
    /// A quotient, except for the value.
    friend Jet tangent(const Jet& a) {
        if (!a.row_) return tangent(a.constant_);
        const SinCos<Jet> t = a.sine_and_cosine_from(sin_cos(a[0]));
        const Jet quotient = t.sin / t.cos;
        if (a.k() == 0) quotient.row_.set(0, tangent(a.row_[0]));
        return quotient;
    }
    /// √(1 − a²) c' = ± a'
    friend Jet arc_sine(const Jet& a) {
        if (!a.row_) return arc_sine(a.constant_);
        const Jet one(Real(1));
        return a.integral_of_slope_over(sqrt((one - a) * (one + a)).row_, arc_sine(a[0]));
    }
    friend Jet arc_cosine(const Jet& a) {
        if (!a.row_) return arc_cosine(a.constant_);
        const Jet one(Real(1));
        return a.integral_of_slope_over((-sqrt((one - a) * (one + a))).row_, arc_cosine(a[0]));
    }
    /// Integer powers, by products.
    friend Jet pow(const Jet& a, int n) {
        if (n < 0) return Jet(Real(1)) / pow(a, -n);
        Jet result(Real(1)), square = a;
        for (; n > 0; n /= 2) {
            if (n % 2 == 1) result = result * square;
            if (n > 1) square = square * square;
        }
        return result;
    }
    /// Any power. With b constant, a c' = b c a':  k a₀ cₖ = Σⱼ (b j − (k − j)) aⱼ cₖ₋ⱼ. Not where a is 0.
    friend Jet power(const Jet& a, const Jet& b) {
        if (b.row_) return exponential(b * logarithm(a));
        if (!a.row_) return power(a.constant_, b.constant_);
        const int k = a.k();
        const Row c = a.zero();
        Real sum(0);
        for (int j = 1; j <= k; ++j) sum += (b.constant_ * Real(j) - Real(k - j)) * a.row_[j] * c[k - j];
        c.set(k, k == 0 ? power(a.row_[0], b.constant_) : sum / (Real(k) * a.row_[0]));
        return {*a.tape_, c};
    }

private:
    int k() const { return tape_->k(); }

    Jet record(const Real& coefficient) const {
        const Row row = tape_->take();
        row.set(k(), coefficient);
        return {*tape_, row};
    }
    /// A new row whose coefficient k is 0 for now, so that a convolution with it stops before k.
    Row zero() const {
        const Row row = tape_->take();
        row.set(k(), Real(0));
        return row;
    }
    /// j aⱼ, the coefficients of t a'.
    Row slope() const { return slope_of(*this); }
    Row slope_of(const Jet& a) const {
        const Row row = tape_->take();
        row.set(k(), Real(k()) * a[k()]);
        return row;
    }
    /// Σ aⱼ rₖ₋ⱼ for an a that may be constant.
    static Real with(const Jet& a, const Row& r, int k) {
        return a.row_ ? convolution(a.row_, r, k) : a.constant_ * r[k];
    }
    /// c with d c' = numerator, of which coefficient k (of t times it) is given.
    Jet integral(const Real& numerator, const Row& d, const Real& at_zero) const {
        const Row slope = zero(), c = zero();
        slope.set(k(), k() == 0 ? Real(0) : (numerator - convolution(slope, d, k())) / d[0]);
        c.set(k(), k() == 0 ? at_zero : slope[k()] / Real(k()));
        return {*tape_, c};
    }
    Jet integral_of_slope_over(const Row& d, const Real& at_zero) const {
        return integral(Real(k()) * row_[k()], d, at_zero);
    }
    /// c' = c a'
    Jet exponential_from(const Real& value) const {
        if (!row_) return value;
        const Row slope = this->slope(), c = zero();
        c.set(k(), k() == 0 ? value : convolution(slope, c, k()) / Real(k()));
        return {*tape_, c};
    }
    /// a c' = a'
    Jet logarithm_from(const Real& value) const {
        return row_ ? integral_of_slope_over(row_, value) : Jet(value);
    }
    /// (1 + a²) c' = a'
    Jet arc_tangent_from(const Real& value) const {
        return row_ ? integral_of_slope_over((Jet(Real(1)) + *this * *this).row_, value) : Jet(value);
    }
    /// (x² + y²) c' = x y' − y x'
    static Jet angle_from(const Jet& y, const Jet& x, const Real& value) {
        if (!y.row_ && !x.row_) return value;
        const Jet r2 = x * x + y * y;
        const int k = r2.k();
        const Row dy = r2.slope_of(y), dx = r2.slope_of(x);
        const Real turned = k == 0 ? Real(0) : (r2.with(x, dy, k) - r2.with(y, dx, k));
        return r2.integral(turned, r2.row_, value);
    }
    /// s' = c a', c' = −s a': each needs the other.
    SinCos<Jet> sine_and_cosine_from(const SinCos<Real>& value) const {
        if (!row_) return {Jet(value.sin), Jet(value.cos)};
        const Row slope = this->slope(), s = zero(), c = zero();
        if (k() == 0) {
            s.set(0, value.sin);
            c.set(0, value.cos);
        } else {
            const Real ds = convolution(slope, c, k()), dc = convolution(slope, s, k());
            s.set(k(), ds / Real(k()));
            c.set(k(), -dc / Real(k()));
        }
        return {Jet(*tape_, s), Jet(*tape_, c)};
    }
    /// A constant that spares the operation. Only of plain numbers: a dual zero has slopes.
    bool is_exactly(int number) const {
        if constexpr (std::is_floating_point_v<Real>)
            return !row_ && !(constant_ < Real(number)) && !(constant_ > Real(number));
        else
            return false;
    }

    Tape* tape_ = nullptr;
    Row row_;
    Real constant_{0};
};

template <class Real>
struct ScalarTraits<Jet<Real>> {
    using Plain = typename ScalarTraits<Real>::Plain;
    static constexpr int derivative_depth = ScalarTraits<Real>::derivative_depth + 1;
};

template <class Real>
auto value_of(const Jet<Real>& x) {
    return value_of(x[0]);
}

}  // namespace polhode::core
