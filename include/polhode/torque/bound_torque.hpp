/// A torque bound to a body, behind one type: what methods, dense output, certificates and reports ask, and
/// what a method is compiled with, whatever the model. In the body's principal axes.
///
/// BoundTorque<Real> has one virtual function for each scalar on which a step on Real evaluates a torque. A
/// method compiled once for each model would take minutes to compile and megabytes; behind this call it takes
/// neither. On double the arguments travel in registers and models whose sheet says `inlined` are in the kernel
/// itself: explicit steps take the same time, some implicit ones a tenth more (bench/per_step).
#pragma once

#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/jet.hpp"
#include "polhode/scalar/pack.hpp"
#include "polhode/torque/list.hpp"
#include "polhode/torque/rate_dependence.hpp"

#include <optional>
#include <tuple>
#include <utility>

namespace polhode::core {

/// One table of functions for all scalars: each class on top of the next. There is none without a scalar, so
/// that every name says for which instruction set it was compiled (scalar/pack.hpp).
template <class Scalar, class... Rest>
class TorqueOn : public TorqueOn<Rest...> {
public:
    using TorqueOn<Rest...>::at;
    /// T(t, R, ω), all in the body frame.
    virtual Vector3<Scalar> at(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const = 0;
};
template <class Scalar>
class TorqueOn<Scalar> {
public:
    virtual ~TorqueOn() = default;
    virtual Vector3<Scalar> at(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const = 0;
};

/// The scalars of a step on Real: its own, Newton's inside it, and the series'. Steps on lanes solve no
/// equation that contains a torque.
template <class Real, template <class...> class Use, class... More>
struct StepScalars {
    using type = Use<More..., Real, Dual<Real, 3>, Jet<Real>>;
};
template <class Real, template <class...> class Use, class... More>
    requires is_pack<Real>
struct StepScalars<Real, Use, More...> {
    using type = Use<More..., Real, Jet<Real>>;
};
/// Methods that need series run on single packs.
template <class Real>
inline constexpr bool has_series = true;
template <class First, class Second>
inline constexpr bool has_series<Pair<First, Second>> = false;
template <class First, class Second, template <class...> class Use, class... More>
struct StepScalars<Pair<First, Second>, Use, More...> {
    using type = Use<More..., Pair<First, Second>>;
};
template <class Inner, int N, template <class...> class Use, class... More>
struct StepScalars<Dual<Inner, N>, Use, More...> {
    using type = Use<More..., Dual<Inner, N>, Dual<Inner, N + 3>, Dual<Inner, 3>, Jet<Dual<Inner, N>>>;
};

template <class Real>
class BoundTorque : public StepScalars<Real, TorqueOn>::type {
public:
    bool has_potential = false;
    RateDependence rate_dependence = RateDependence::none;
    int affine_evaluations = 1;    ///< how many evaluations `affine` counts for
    bool knows_direction = false;  ///< depends on the attitude by u = Rᵀ field_axis alone: has `along`
    Vector3<double> field_axis{};  ///< if so
    /// The model itself, for those that evaluate some of them without a call: where it is among
    /// BuiltInTorques (beyond them: a user's function), and its address.
    std::size_t kind = 0;
    const void* model = nullptr;

    virtual Real potential(const Real& t, const Quaternion<Real>& attitude) const = 0;
    /// The torque as a function of ω alone, if it is affine.
    virtual AffineTorque<Real> affine(const Real& t, const Quaternion<Real>& attitude) const = 0;
    /// The torque from u, and its series from that of u.
    virtual Vector3<Real> along(const Vector3<Real>& u) const = 0;
    virtual Vector3<Jet<Real>> along(const Vector3<Jet<Real>>& u) const = 0;
    /// How often a user's function has been called; a built-in model does not count.
    virtual std::optional<long> calls() const = 0;
    /// The text of a formula that yields no number here, for messages; null: none does.
    virtual const char* culprit(const Real& t, const Quaternion<Real>& attitude,
                                const Vector3<Real>& angular_velocity) const = 0;
    /// On double, with eight arguments in registers (System V): none of them goes through
    /// memory, which a short step would feel.
    virtual void in_registers(double t, double x, double y, double z, double w, double p, double q, double r,
                              Vector3<double>& torque) const = 0;
};

/// A model behind the interface: one class for each scalar, each on top of the next.
template <class Model, class Base, class... Scalars>
class TorqueChain : public Base {
public:
    explicit TorqueChain(Model bound) : model_(std::move(bound)) {}

protected:
    Model model_;
};
template <class Model, class Base, class Scalar, class... Rest>
class TorqueChain<Model, Base, Scalar, Rest...> : public TorqueChain<Model, Base, Rest...> {
public:
    using TorqueChain<Model, Base, Rest...>::TorqueChain;
    using TorqueChain<Model, Base, Rest...>::at;
    Vector3<Scalar> at(const Scalar& t, const Quaternion<Scalar>& attitude,
                       const Vector3<Scalar>& angular_velocity) const override {
        // flattened where runs spend their time; elsewhere it would only cost the compiler, and for orbits,
        // sums and tables too much
        constexpr bool is_plain_model = requires { Model::parameters(); } && !HasOrbit<Model>;
        constexpr bool hot = (is_pack<Scalar> && !HasOrbit<Model>)
                          || (is_plain_model
                              && (std::is_same_v<Scalar, Dual<double, 3>>
                                  || (std::is_same_v<Scalar, Jet<double>> && !KnowsDirection<Model>)));
        if constexpr (hot)
            return flat(t, attitude, angular_velocity);
        else
            return this->model_(t, attitude, angular_velocity);
    }

private:
    [[gnu::flatten]] Vector3<Scalar> flat(const Scalar& t, const Quaternion<Scalar>& attitude,
                                          const Vector3<Scalar>& angular_velocity) const {
        return this->model_(t, attitude, angular_velocity);
    }
};
template <class Model, class Real>
struct ChainOf {
    template <class... Scalars>
    using Chain = TorqueChain<Model, BoundTorque<Real>, Scalars...>;
    using type = typename StepScalars<Real, Chain>::type;
};

/// Where a model is among BuiltInTorques; their number for any other type.
template <class Model>
constexpr std::size_t kind_of() {
    std::size_t kind = 0;
    bool found = false;
    BuiltInTorques::for_each([&]<class Other>(std::type_identity<Other>) {
        found = found || std::is_same_v<Model, Other>;
        if (!found) ++kind;
    });
    return kind;
}

template <class Model, class Real>
class BoundModel final : public ChainOf<Model, Real>::type {
public:
    explicit BoundModel(Model bound) : ChainOf<Model, Real>::type(std::move(bound)) {
        if constexpr (requires { this->model_.has_potential; })
            this->has_potential = this->model_.has_potential;
        else
            this->has_potential = Model::sheet.has_potential();
        this->rate_dependence = rate_dependence_of(this->model_);
        if constexpr (requires { this->model_.affine_evaluations(); })
            this->affine_evaluations = this->model_.affine_evaluations();
        else if constexpr (!OffersAffine<Model, Real>)
            this->affine_evaluations = affine_by_values_evaluations;
        if constexpr (KnowsDirection<Model>) {
            this->knows_direction = true;
            this->field_axis = this->model_.field_axis();
        }
        this->kind = kind_of<Model>();
        this->model = &this->model_;
    }
    BoundModel(const BoundModel&) = delete;  // it knows its own address
    BoundModel& operator=(const BoundModel&) = delete;

    Real potential(const Real& t, const Quaternion<Real>& attitude) const override {
        if constexpr (requires { this->model_.potential(t, attitude); })
            return this->model_.potential(t, attitude);
        else
            return Real(0);
    }
    AffineTorque<Real> affine(const Real& t, const Quaternion<Real>& attitude) const override {
        if constexpr (OffersAffine<Model, Real>)
            return this->model_.affine(t, attitude);
        else if constexpr (!may_depend_on_rate<Model>)
            return {};
        else
            return affine_by_values(this->model_, t, attitude);
    }
    Vector3<Real> along([[maybe_unused]] const Vector3<Real>& u) const override {
        if constexpr (KnowsDirection<Model>)
            return this->model_.along(u);
        else
            return {};
    }
    Vector3<Jet<Real>> along(const Vector3<Jet<Real>>& u) const override {
        if constexpr (!KnowsDirection<Model> || !has_series<Real>)
            return {};
        else if constexpr (std::is_same_v<Real, double>)
            return flat_along(u);
        else
            return this->model_.along(u);
    }
    std::optional<long> calls() const override {
        if constexpr (requires { this->model_.calls(); })
            return this->model_.calls();
        else
            return std::nullopt;
    }
    const char* culprit([[maybe_unused]] const Real& t, [[maybe_unused]] const Quaternion<Real>& attitude,
                        [[maybe_unused]] const Vector3<Real>& angular_velocity) const override {
        if constexpr (requires { this->model_.culprit(t, attitude, angular_velocity); })
            return this->model_.culprit(t, attitude, angular_velocity);
        else
            return nullptr;
    }
    void in_registers(double t, double x, double y, double z, double w, double p, double q, double r,
                      Vector3<double>& torque) const override {
        if constexpr (std::is_same_v<Real, double>)
            torque = this->model_(t, Quaternion<double>(x, y, z, w), Vector3<double>(p, q, r));
    }

private:
    [[gnu::flatten]] Vector3<Jet<Real>> flat_along(const Vector3<Jet<Real>>& u) const {
        return this->model_.along(u);
    }
};

/// What a System holds in place of a model. It does not own the torque.
template <class Real>
class ErasedTorque {
public:
    explicit ErasedTorque(const BoundTorque<Real>& torque)
        : has_potential(torque.has_potential),
          rate_dependence(torque.rate_dependence),
          affine_evaluations(torque.affine_evaluations),
          torque_(&torque) {
        if constexpr (std::is_same_v<Real, double>)
            std::apply([&](auto&... inlined) { (find(inlined), ...); }, inlined_);
    }

    bool has_potential;
    RateDependence rate_dependence;
    int affine_evaluations;

    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const {
        if constexpr (std::is_same_v<Scalar, double>)
            return inlined_or_called<0>(t, attitude, angular_velocity);
        else
            return torque_->at(t, attitude, angular_velocity);
    }
    Real potential(const Real& t, const Quaternion<Real>& attitude) const {
        return torque_->potential(t, attitude);
    }
    AffineTorque<Real> affine(const Real& t, const Quaternion<Real>& attitude) const {
        return torque_->affine(t, attitude);
    }
    Vector3<Real> along(const Vector3<Real>& u) const { return torque_->along(u); }
    Vector3<Jet<Real>> along(const Vector3<Jet<Real>>& u) const { return torque_->along(u); }
    bool knows_direction() const { return torque_->knows_direction; }
    const Vector3<double>& field_axis() const { return torque_->field_axis; }
    std::optional<long> calls() const { return torque_->calls(); }
    const BoundTorque<Real>& bound() const { return *torque_; }
    const char* culprit(const Real& t, const Quaternion<Real>& attitude,
                        const Vector3<Real>& angular_velocity) const {
        return torque_->culprit(t, attitude, angular_velocity);
    }

private:
    template <class Model>
    void find(const Model*& inlined) const {
        if (torque_->kind == kind_of<Model>()) inlined = static_cast<const Model*>(torque_->model);
    }
    template <std::size_t i>
    Vector3<double> inlined_or_called(double t, const Quaternion<double>& q, const Vector3<double>& w) const {
        if constexpr (i < std::tuple_size_v<decltype(inlined_)>) {
            if (const auto* model = std::get<i>(inlined_)) return (*model)(t, q, w);
            return inlined_or_called<i + 1>(t, q, w);
        } else {
            Vector3<double> torque;
            torque_->in_registers(t, q.x, q.y, q.z, q.w, w.x, w.y, w.z, torque);
            return torque;
        }
    }

    const BoundTorque<Real>* torque_;
    BuiltInTorques::InlinedPointers inlined_{};  // at most one of them is not null, and only on double
};

}  // namespace polhode::core
