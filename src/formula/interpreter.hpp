/// The loop over the instructions of a formula; included by one translation unit for each kind of scalar.
#pragma once

#include "polhode/formula/program.hpp"
#include "polhode/scalar/functions.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace polhode::core {

/// Runs instructions on registers r with constants k. Both may be the same array.
template <class Scalar, class Number>
[[gnu::always_inline]] inline void run(const Instruction* from, const Instruction* to, const Number* k,
                                       Scalar* r) {
    using std::abs, std::sqrt;
    const Scalar one(1), zero(0), half(0.5), two(2);
    const auto truth = [&](const auto& mask) { return select(mask, one, zero); };
    for (const Instruction* i = from; i != to; ++i) {
        const auto a = [&]() -> const Scalar& { return r[i->a]; };
        const auto b = [&]() -> const Scalar& { return r[i->b]; };
        const auto c = [&]() -> const Scalar& { return r[i->c]; };
        const auto d = [&]() -> const Scalar& { return r[i->d]; };
        Scalar& result = r[i->to];
        const auto constant = [&](std::uint16_t index) { return Scalar(k[index]); };
        switch (i->operation) {
            case Operation::negate: result = -a(); break;
            case Operation::sine: result = sine(a()); break;
            case Operation::cosine: result = cosine(a()); break;
            case Operation::tangent: result = tangent(a()); break;
            case Operation::arc_sine: result = arc_sine(a()); break;
            case Operation::arc_cosine: result = arc_cosine(a()); break;
            case Operation::arc_tangent: result = arc_tangent_of(a()); break;
            case Operation::square_root: result = sqrt(a()); break;
            case Operation::exponential: result = exponential(a()); break;
            case Operation::logarithm: result = logarithm(a()); break;
            case Operation::absolute: result = abs(a()); break;
            case Operation::opposite: result = one - a(); break;
            case Operation::add: result = a() + b(); break;
            case Operation::subtract: result = a() - b(); break;
            case Operation::multiply: result = a() * b(); break;
            case Operation::divide: result = a() / b(); break;
            case Operation::power: result = power(a(), b()); break;
            case Operation::angle: result = angle_of(a(), b()); break;
            case Operation::smaller: result = smaller(a(), b()); break;
            case Operation::larger: result = larger(a(), b()); break;
            case Operation::less: result = truth(a() < b()); break;
            case Operation::less_or_equal: result = truth(a() <= b()); break;
            case Operation::equal: result = truth((a() <= b()) & (a() >= b())); break;
            case Operation::both: result = select(a() < b(), a(), b()); break;
            case Operation::either: result = select(a() > b(), a(), b()); break;
            case Operation::choose: result = select(a() > half, b(), c()); break;
            case Operation::load: result = constant(i->a); break;
            case Operation::add_constant: result = a() + constant(i->b); break;
            case Operation::subtract_constant: result = a() - constant(i->b); break;
            case Operation::from_constant: result = constant(i->b) - a(); break;
            case Operation::multiply_constant: result = constant(i->b) * a(); break;
            case Operation::divide_constant: result = a() / constant(i->b); break;
            case Operation::constant_over: result = constant(i->b) / a(); break;
            case Operation::multiply_add: result = a() * b() + c(); break;
            case Operation::subtract_product: result = c() - a() * b(); break;
            case Operation::scale_add: result = constant(i->c) * a() + b(); break;
            case Operation::subtract_scaled: result = b() - constant(i->c) * a(); break;
            case Operation::scaled_sum: result = constant(i->c) * a() + constant(i->d) * b(); break;
            case Operation::scaled_difference: result = constant(i->c) * a() - constant(i->d) * b(); break;
            case Operation::products_sum: result = a() * b() + c() * d(); break;
            case Operation::products_difference: result = a() * b() - c() * d(); break;
            case Operation::twice_sum: result = two * (a() * b() + c() * d()); break;
            case Operation::twice_difference: result = two * (a() * b() - c() * d()); break;
            case Operation::one_minus_squares: result = one - two * (a() * a() + b() * b()); break;
            case Operation::matrix: {
                const Matrix3<Scalar> m = to_matrix(Quaternion<Scalar>(r[1], r[2], r[3], r[4]));
                Scalar* entry = r + first_entry;
                for (const Vector3<Scalar>& row : m.row) *entry++ = row.x, *entry++ = row.y, *entry++ = row.z;
                break;
            }
            case Operation::literal:
            case Operation::parameter:
            case Operation::variable:
            case Operation::matrix_entry: break;  // of graphs alone
        }
    }
}

template <class Number>
std::vector<Number> constants_of(const ProgramView& program, const Number* parameters) {
    std::vector<Number> k(program.constants, Number(0));
    for (std::size_t i = 0; i < program.literal_count; ++i) k[i] = Number(program.literals[i]);
    for (std::size_t i = 0; i < program.parameters; ++i) k[program.literal_count + i] = parameters[i];
    run(program.once, program.once_end, k.data(), k.data());
    return k;
}

template <class Scalar, class Number>
void evaluate(const ProgramView& program, const Number* constants, const Scalar& t,
              const Quaternion<Scalar>& attitude, const Vector3<Scalar>& angular_velocity, Scalar* results) {
    static_assert(std::is_trivially_copyable_v<Scalar> && std::is_trivially_destructible_v<Scalar>);
    // bare storage: constructors that clear all registers would take longer than a short formula
    alignas(Scalar) std::byte storage[most_registers * sizeof(Scalar)];
    Scalar* r = reinterpret_cast<Scalar*>(storage);
    r[0] = t;
    r[1] = attitude.x, r[2] = attitude.y, r[3] = attitude.z, r[4] = attitude.w;
    r[5] = angular_velocity.x, r[6] = angular_velocity.y, r[7] = angular_velocity.z;
    run(program.code, program.code_end, constants, r);
    for (std::size_t i = 0; i < program.result_count; ++i) results[i] = r[program.results[i]];
}

}  // namespace polhode::core
