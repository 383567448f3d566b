/// A function (t, attitude) → vector of the user's, written for any scalar, behind one type: a virtual
/// function for each scalar on which the library evaluates a torque.
#pragma once

#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/jet.hpp"
#include "polhode/so3/quaternion.hpp"

#include <memory>
#include <utility>

namespace polhode::core {

template <class Scalar>
class FunctionOn {
public:
    virtual ~FunctionOn() = default;
    virtual Vector3<Scalar> call(const Scalar& t, const Quaternion<Scalar>& attitude) const = 0;
};

template <class... Scalars>
class FunctionOnAll : public FunctionOn<Scalars>... {
public:
    using FunctionOn<Scalars>::call...;
};

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
    Vector3<Scalar> call(const Scalar& t, const Quaternion<Scalar>& attitude) const override {
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
