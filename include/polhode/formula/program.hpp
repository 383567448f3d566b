/// A formula as the kernels evaluate it: a list of instructions on registers, run by one loop on every scalar.
///
/// What depends on the parameters alone is computed once, when the formula is bound to its numbers ("constants");
/// the rest at every evaluation, with its registers on the stack.
#pragma once

#include "polhode/so3/quaternion.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polhode::core {

/// What a node of a formula, or an instruction, does. Truths are the numbers 1 and 0.
enum class Operation : std::uint16_t {
    // nodes alone
    literal,
    parameter,
    variable,
    matrix_entry,
    // of a
    negate,
    sine,
    cosine,
    tangent,
    arc_sine,
    arc_cosine,
    arc_tangent,
    square_root,
    exponential,
    logarithm,
    absolute,
    opposite,  ///< of a truth
    // of a and b
    add,
    subtract,
    multiply,
    divide,
    power,
    angle,  ///< of the point (b, a)
    smaller,
    larger,
    less,
    less_or_equal,
    equal,
    both,
    either,
    // of a, b and c
    choose,  ///< b where a holds, else c
    // instructions alone; k is a constant
    load,                 ///< k_a
    add_constant,         ///< a + k_b
    subtract_constant,    ///< a − k_b
    from_constant,        ///< k_b − a
    multiply_constant,    ///< a k_b
    divide_constant,      ///< a / k_b
    constant_over,        ///< k_b / a
    multiply_add,         ///< a b + c
    subtract_product,     ///< c − a b
    scale_add,            ///< a k_c + b
    subtract_scaled,      ///< b − a k_c
    scaled_sum,           ///< a k_c + b k_d
    scaled_difference,    ///< a k_c − b k_d
    products_sum,         ///< a b + c d
    products_difference,  ///< a b − c d
    twice_sum,            ///< 2 (a b + c d): an entry of the matrix of a quaternion
    twice_difference,     ///< 2 (a b − c d)
    one_minus_squares,    ///< 1 − 2 (a² + b²)
    matrix,               ///< all nine entries, row by row, into the registers from `first_entry` on
};

struct Instruction {
    Operation operation{};
    std::uint16_t to = 0, a = 0, b = 0, c = 0, d = 0;
};

/// The registers that hold what a formula may depend on.
enum class FormulaVariable : std::uint16_t { time, qx, qy, qz, qw, wx, wy, wz };
inline constexpr std::size_t variables = 8;
inline constexpr std::size_t first_entry = variables, entries = 9;
/// Their number is bounded: they are on the stack.
inline constexpr std::size_t most_registers = 256;

struct Program {
    // constants: first the literals, then the numbers of the parameters, then what `once` computes from them
    std::vector<double> literals;
    std::size_t parameters = 0, constants = 0;
    std::vector<Instruction> once;
    std::vector<Instruction> code;
    std::vector<std::uint16_t> results;  ///< registers
};

/// The same in plain pointers: files that are compiled for several instruction sets must not instantiate what other
/// files do too.
struct ProgramView {
    const double* literals = nullptr;
    std::size_t literal_count = 0, parameters = 0, constants = 0;
    const Instruction *once = nullptr, *once_end = nullptr;
    const Instruction *code = nullptr, *code_end = nullptr;
    const std::uint16_t* results = nullptr;
    std::size_t result_count = 0;
};
ProgramView view(const Program& program);

/// A parameter's number, by its place among all of them.
struct KnownNumber {
    std::size_t place = 0;
    double value = 0;
};

/// The constants of a program for these parameters. Compiled in src/formula/ and, for lanes, in
/// src/ensemble/lanes/.
template <class Number>
std::vector<Number> constants_of(const ProgramView& program, const Number* parameters);

/// The results of a program, on any scalar that can be made of a Number.
template <class Scalar, class Number>
void evaluate(const ProgramView& program, const Number* constants, const Scalar& t,
              const Quaternion<Scalar>& attitude, const Vector3<Scalar>& angular_velocity, Scalar* results);

}  // namespace polhode::core
