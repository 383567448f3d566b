/// The kick of a torque that depends on the angular velocity: the flow of
///     Π' = T(t, R, ω),   ω = I⁻¹(Π − h),   h the momentum of rotors,
/// at a time and an attitude held fixed. Exact for a torque that is affine in ω, so that no step is too long
/// for strong damping; for any other by Gauss' collocation, which is time-symmetric, with as many stages as the
/// order of the method asks for.
#pragma once

#include "polhode/so3/linear_flow.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"

#include <array>
#include <cstddef>
#include <iterator>

namespace polhode::core {

/// What a kick–drift method carries to its next step: the torque at its end and, for an affine one, how it
/// depends on ω there.
template <class Real>
struct KickMemory {
    Vector3<Real> torque;
    AffineTorque<Real> affine;
};

/// Gauss' methods of one to four stages, of twice the order; butcher::gauss computes them.
template <class Number>
struct GaussTable {
    static constexpr std::size_t most_stages = 4;

    std::size_t stages;
    Number a[most_stages][most_stages];
    Number b[most_stages];
};
inline constexpr GaussTable<long double> gauss_tables[] = {
    {1, {{0.5L}}, {1.0L}},
    {2,
     {{0.25L, -0.038675134594812882254574390251L}, {0.538675134594812882254574390251L, 0.25L}},
     {0.5L, 0.5L}},
    {3,
     {{0.138888888888888888888888888889L, -0.0359766675249389034563954710966L,
       0.00978944401530832604958004222948L},
      {0.300263194980864592438024947213L, 0.222222222222222222222222222222L,
       -0.0224854172030868146602471694354L},
      {0.267988333762469451728197735548L, 0.480421111969383347900839915541L,
       0.138888888888888888888888888889L}},
     {0.277777777777777777777777777778L, 0.444444444444444444444444444444L,
      0.277777777777777777777777777778L}},
    {4,
     {{0.0869637112843634643432659873055L, -0.026604180084998793313385130477L,
       0.0126274626894047245150568805746L, -0.00355514968579568315691098184957L},
      {0.188118117499868071650685545087L, 0.163036288715636535656734012695L,
       -0.027880428602470895224151106419L, 0.0067355005945381555153986690857L},
      {0.167191921974188773171133305525L, 0.353953006033743966537619131808L,
       0.163036288715636535656734012695L, -0.0141906949311411429641535704762L},
      {0.177482572254522611843442956461L, 0.313445114741868346798411144814L,
       0.352676757516271864626853155866L, 0.0869637112843634643432659873055L}},
     {0.173927422568726928686531974611L, 0.326072577431273071313468025389L, 0.326072577431273071313468025389L,
      0.173927422568726928686531974611L}},
};

/// One of them in the precision of a run.
template <class Number>
inline constexpr auto gauss_tables_in = [] {
    std::array<GaussTable<Number>, std::size(gauss_tables)> tables{};
    for (std::size_t n = 0; n < tables.size(); ++n) {
        tables[n].stages = gauss_tables[n].stages;
        for (std::size_t i = 0; i < tables[n].stages; ++i) {
            tables[n].b[i] = static_cast<Number>(gauss_tables[n].b[i]);
            for (std::size_t j = 0; j < tables[n].stages; ++j)
                tables[n].a[i][j] = static_cast<Number>(gauss_tables[n].a[i][j]);
        }
    }
    return tables;
}();

/// Kᵢ = T(Π₀ + h Σ aᵢⱼKⱼ), iterated until it does not change any more; `first` is the torque at Π₀.
template <class Real, class Model>
Status collocated_kick(System<Real, Model>& system, State<Real>& state, const Vector3<Real>& first,
                       const Real& t, const Real& h, const GaussTable<Plain<Real>>& gauss) {
    using std::sqrt;
    constexpr int most_iterations = 100;
    constexpr bool carries_derivatives = ScalarTraits<Real>::derivative_depth > 0;
    const Real tiny(epsilon<Real> / 2), small(1024 * epsilon<Real>);
    const auto sum = [&](const Plain<Real>* weights, const Vector3<Real>* K) {
        Vector3<Real> total = Real(weights[0]) * K[0];
        for (std::size_t j = 1; j < gauss.stages; ++j) total += Real(weights[j]) * K[j];
        return state.momentum + h * total;
    };
    constexpr std::size_t most_stages = GaussTable<Plain<Real>>::most_stages;
    Vector3<Real> K[most_stages], next[most_stages];
    for (std::size_t i = 0; i < gauss.stages; ++i) K[i] = first;
    Mask<Real> active = Real(0) <= Real(0), failed = active;
    Real last2(0), last_size2(1);
    int polish = -1;  // iterations that derivatives take longer than values; not known yet
    Status status;
    for (status.iterations = 1; status.iterations <= most_iterations; ++status.iterations) {
        for (std::size_t i = 0; i < gauss.stages; ++i)
            next[i] = system.torque(t, state.attitude, system.velocity(t, sum(gauss.a[i], K)));
        Real change2(0), size2(0);
        for (std::size_t i = 0; i < gauss.stages; ++i) {
            change2 += norm2(next[i] - K[i]);
            size2 += norm2(next[i]);
            K[i] = select(active, next[i], K[i]);
        }
        change2 = h * h * change2;
        size2 = h * h * size2 + norm2(state.momentum);
        Mask<Real> converged = change2 <= tiny * tiny * size2;
        if (status.iterations > 1)  // or as close as rounding lets it come
            converged = converged | ((change2 >= last2) & (change2 <= small * small * size2));
        failed = active & !converged;
        last2 = change2;
        last_size2 = size2;
        if (!any(failed) || polish >= 0) {
            if (polish < 0) polish = carries_derivatives ? status.iterations + 1 : 0;
            if (polish-- == 0) {
                state.momentum = sum(gauss.b, K);
                return status;
            }
        }
        if constexpr (is_pack<Real>) active = failed;
    }
    if constexpr (is_pack<Real>) state.momentum = sum(gauss.b, K);  // of the lanes that have converged
    status = {Outcome::no_convergence, most_iterations, 0, lane_bits(failed)};
    if constexpr (!is_pack<Real>) status.residual = static_cast<double>(value_of(sqrt(last2 / last_size2)));
    return status;
}

/// A kick of h. `known`: the memory has the torque at its start; `order` is that of the method. A call, so that
/// it is compiled once and not into every method.
template <class Real, class Model>
[[gnu::noinline]] Status kick_by_rate(System<Real, Model>& system, State<Real>& state,
                                      KickMemory<Real>& memory, bool known, const Real& t, const Real& h,
                                      int order) {
    if (rate_dependence_of(system.model) == RateDependence::affine) {
        if (!known) memory.affine = system.affine_torque(t, state.attitude);
        const Vector3<Real>& inverse = system.inertia.inverse;
        const Matrix3<Real>& S = memory.affine.slope;
        const Matrix3<Real> by_momentum{
            {hadamard(S.row[0], inverse), hadamard(S.row[1], inverse), hadamard(S.row[2], inverse)}};
        const Vector3<Real> torque = memory.affine(system.velocity(t, state.momentum));
        state.momentum += h * phi1(h * by_momentum, torque);
        memory.torque = memory.affine(system.velocity(t, state.momentum));
        return {};
    }
    if (!known) memory.torque = system.torque(t, state);
    const auto& tables = gauss_tables_in<Plain<Real>>;
    const GaussTable<Plain<Real>>& gauss = order <= 2 ? tables[0]
                                         : order <= 4 ? tables[1]
                                         : order <= 6 ? tables[2]
                                                      : tables[3];
    return collocated_kick(system, state, memory.torque, t, h, gauss);
}

/// What the memory must hold where a step begins with a kick.
template <class Real, class Model>
[[gnu::noinline]] KickMemory<Real> memory_of_kick(System<Real, Model>& system, const State<Real>& state,
                                                  const Real& t) {
    KickMemory<Real> memory;
    if (rate_dependence_of(system.model) == RateDependence::affine) {
        memory.affine = system.affine_torque(t, state.attitude);
        memory.torque = memory.affine(system.velocity(t, state.momentum));
    } else {
        memory.torque = system.torque(t, state);
    }
    return memory;
}

}  // namespace polhode::core
