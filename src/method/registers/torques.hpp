/// Torques T(t, Q, W) of a row in registers, and of eight of them (method/multistep_motion.hpp says what Q and W are).
#pragma once

#include "method/registers/eight.hpp"
#include "polhode/torque/bound_torque.hpp"

namespace polhode::core::registers {

template <class Set>
struct Free {
    Free(const BoundTorque<double>*, int) {}
    Free(const BoundTorque<double>*, double, int = eight) {}
    POLHODE_INLINE Vector3<One> operator()(One, const Quaternion<One>&, const Vector3<One>&) const {
        return Vector3<One>(Quad<Set>::of(0));
    }
    POLHODE_INLINE Vector3<Eight> operator()(const Eight&, const Quaternion<Eight>&,
                                             const Vector3<Eight>&) const {
        return {Eight(0), Eight(0), Eight(0)};
    }
};

/// A model that is compiled into the loops: it depends on the third axis alone.
template <class Model, class Set>
struct ByDirection {
    Model model;
    ByDirection(const BoundTorque<double>* torque, double, int = eight)
        : model(*static_cast<const Model*>(torque->model)) {}
    template <class Real>
    POLHODE_INLINE Vector3<Real> operator()(const Real&, const Quaternion<Real>& Q,
                                            const Vector3<Real>&) const {
        return model.along(third_axis(Q));
    }
};

/// The same of a model whose body axis is the third one: products with its zeros and its one are left out, which changes
/// no bit but the sign of a zero. The chain of operations that f waits for becomes a third shorter.
template <class Model, class Set>
struct AboutThirdAxis {
    ByDirection<Model, Set> general;
    AboutThirdAxis(const BoundTorque<double>* torque, double per_half, int points = eight)
        : general(torque, per_half, points) {}
    static bool fits(const Model& model) {
        const Vector3<double>& axis = model.body_axis();
        return !(axis.x < 0 || axis.x > 0) && !(axis.y < 0 || axis.y > 0) && axis.z >= 1 && axis.z <= 1;
    }
    POLHODE_INLINE Vector3<One> operator()(One, const Quaternion<One>& Q, const Vector3<One>&) const {
        return Vector3<One>(general.model.along(third_axis_by_parts(Q)).across);
    }
    POLHODE_INLINE Vector3<Eight> operator()(const Eight& t, const Quaternion<Eight>& Q,
                                             const Vector3<Eight>& W) const {
        return general(t, Q, W);
    }
};

/// Any other model T(t, q, ω), by calls.
template <class Set>
struct Calls {
    const BoundTorque<double>& torque;
    int points;  ///< of eight, those that are asked for; the torque of the others is 0
    Calls(const BoundTorque<double>* called, int asked) : torque(*called), points(asked) {}

    POLHODE_INLINE Vector3<One> operator()(One t, const Quaternion<One>& at, const Vector3<One>& rate) const {
        const Quad<Set>&q = at.v, &w = rate.v;
        Vector3<double> result;
        torque.in_registers(t.v, q.template get<0>(), q.template get<1>(), q.template get<2>(),
                            q.template get<3>(), w.template get<0>(), w.template get<1>(),
                            w.template get<2>(), result);
        return Vector3<One>(result);
    }
    POLHODE_INLINE Vector3<Eight> operator()(const Eight& t, const Quaternion<Eight>& q,
                                             const Vector3<Eight>& w) const {
        alignas(64) double of[8][eight];
        const Eight numbers[8] = {t, q.x, q.y, q.z, q.w, w.x, w.y, w.z};
        for (int i = 0; i < 8; ++i) store(numbers[i], of[i]);
        alignas(64) double results[3][eight] = {};
        for (int k = 0; k < points; ++k) {
            Vector3<double> result;
            torque.in_registers(of[0][k], of[1][k], of[2][k], of[3][k], of[4][k], of[5][k], of[6][k],
                                of[7][k], result);
            results[0][k] = result.x;
            results[1][k] = result.y;
            results[2][k] = result.z;
        }
        return {load<Eight>(results[0]), load<Eight>(results[1]), load<Eight>(results[2])};
    }
};

/// The same of Q and W. Length sees to that of the attitudes (method/multistep_motion.hpp).
template <class Set, class Length>
struct Called {
    Calls<Set> calls;
    double per_half;
    static constexpr double root = multistep::per_root_two<double>;
    Called(const BoundTorque<double>* torque, double per_half_step, int points = eight)
        : calls(torque, points), per_half(per_half_step) {}

    POLHODE_INLINE Vector3<One> operator()(One t, const Quaternion<One>& Q, const Vector3<One>& W) const {
        return calls(t, Length::for_torque(Quaternion<One>{Quad<Set>::of(root) * Q.v}), One(per_half) * W);
    }
    POLHODE_INLINE Vector3<Eight> operator()(const Eight& t, const Quaternion<Eight>& Q,
                                             const Vector3<Eight>& W) const {
        const Eight scale(root);
        return calls(
            t, Length::for_torque(Quaternion<Eight>{scale * Q.x, scale * Q.y, scale * Q.z, scale * Q.w}),
            Eight(per_half) * W);
    }
};

/// A model T(t, q, ω) that is compiled into the loops.
template <class Model, class Set>
struct Compiled {
    Model model;
    Compiled(const BoundTorque<double>* torque, int) : model(*static_cast<const Model*>(torque->model)) {}
    POLHODE_INLINE Vector3<Eight> operator()(const Eight& t, const Quaternion<Eight>& q,
                                             const Vector3<Eight>& w) const {
        return model(t, q, w);
    }
};
/// use(type) with the model if it is one that knows its direction, with `otherwise` if not; null: of a free body.
template <template <class, class> class Of, class Set, class OfFree, class Otherwise, class Use>
void with_known(const BoundTorque<double>* torque, const Use& use) {
    if (!torque) return use(std::type_identity<OfFree>{});
    bool found = false;
    BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        if constexpr (KnowsDirection<Model>)
            if (!found && torque->kind == kind_of<Model>()) {
                found = true;
                use(std::type_identity<Of<Model, Set>>{});
            }
    });
    if (!found) use(std::type_identity<Otherwise>{});
}

/// use(type) with the type that evaluates a torque of Q and W.
template <class Set, class Length, class Use>
void with_torque(const BoundTorque<double>* torque, const Use& use) {
    with_known<ByDirection, Set, Free<Set>, Called<Set, Length>>(
        torque, [&]<class Torque>(std::type_identity<Torque>) {
            if constexpr (requires(const Torque& t) { t.model.field_axis(); }) {
                using Model = decltype(Torque::model);
                if (!multistep::is_unit(static_cast<const Model*>(torque->model)->field_axis()))
                    return use(std::type_identity<Called<Set, Length>>{});
            }
            if constexpr (requires(const Torque& t) { t.model.body_axis(); }) {
                using Model = decltype(Torque::model);
                if (AboutThirdAxis<Model, Set>::fits(*static_cast<const Model*>(torque->model)))
                    return use(std::type_identity<AboutThirdAxis<Model, Set>>{});
            }
            use(std::type_identity<Torque>{});
        });
}
/// use(type) with the type that evaluates one of q and ω.
template <class Set, class Use>
void with_model(const BoundTorque<double>* torque, const Use& use) {
    with_known<Compiled, Set, Free<Set>, Calls<Set>>(torque, use);
}

}  // namespace polhode::core::registers
