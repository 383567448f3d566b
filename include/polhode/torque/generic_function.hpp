/// A function (t, attitude) → vector or (t, attitude, angular velocity) → vector of the user's, written for any
/// scalar, behind one type: a virtual function for each scalar on which the library evaluates a torque.
#pragma once

#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/jet.hpp"
#include "polhode/so3/quaternion.hpp"

#include <memory>
#include <type_traits>
#include <utility>

namespace polhode::core {

template <class Scalar>
class FunctionOn {
public:
    virtual ~FunctionOn() = default;
    virtual Vector3<Scalar> call(const Scalar& t, const Quaternion<Scalar>& attitude,
                                 const Vector3<Scalar>& angular_velocity) const = 0;
};

template <class... Scalars>
class FunctionOnAll : public FunctionOn<Scalars>... {
public:
    using FunctionOn<Scalars>::call...;
};

/// Whether the function has an angular velocity among its arguments; asked on double.
template <class F>
inline constexpr bool takes_rate =
    std::is_invocable_v<const F&, const double&, const Quaternion<double>&, const Vector3<double>&>;

/// F behind the interface: one class for each scalar, each on top of the next.
template <class F, class Interface, class... Scalars>
class FunctionChain : public Interface {
public:
    explicit FunctionChain(F f) : f_(std::move(f)) {}

protected:
    F f_;
};
template <class F, class Interface, class Scalar, class... Rest>
class FunctionChain<F, Interface, Scalar, Rest...> : public FunctionChain<F, Interface, Rest...> {
public:
    using FunctionChain<F, Interface, Rest...>::FunctionChain;
    using FunctionChain<F, Interface, Rest...>::call;
    Vector3<Scalar> call(const Scalar& t, const Quaternion<Scalar>& attitude,
                         const Vector3<Scalar>& angular_velocity) const override {
        if constexpr (takes_rate<F>)
            return this->f_(t, attitude, angular_velocity);
        else
            return this->f_(t, attitude);
    }
};

template <template <class...> class Use>
using OnTorqueScalars = Use<double, long double, Dual<double, 6>,                    // steps
                            Dual<double, 3>, Dual<long double, 3>, Dual<double, 9>,  // Newton inside them
                            Jet<double>, Jet<long double>, Jet<Dual<double, 6>>>;    // series

class GenericFunction : public OnTorqueScalars<FunctionOnAll> {};

template <class F>
std::shared_ptr<const GenericFunction> generic_function(F f) {
    return [&]<class... Scalars>(const FunctionOnAll<Scalars...>*) {
        return std::make_shared<FunctionChain<F, GenericFunction, Scalars...>>(std::move(f));
    }(static_cast<const OnTorqueScalars<FunctionOnAll>*>(nullptr));
}

}  // namespace polhode::core
