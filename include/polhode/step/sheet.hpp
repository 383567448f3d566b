/// The property sheet of a method: plain data, read by the program, the documentation and the tests.
/// Every entry is checked for every method by tests/method/properties_test.cpp; a wrong claim fails.
#pragma once

#include <string_view>

namespace polhode {

/// Which equations a step has to solve by iteration.
enum class Solve {
    nothing,  ///< closed formulas only
    drift,    ///< a 3-vector equation without the torque: explicit in the torque
    torque,   ///< the torque stands inside the equation: implicit
};

/// What a method carries from step to step beyond the state.
enum class Memory {
    none,     ///< nothing
    torque,   ///< the last torque, which follows from the state: a restart costs an evaluation and no digit
    digits,   ///< what follows from the state up to round-off: a restart changes the last digits
    history,  ///< the steps before: it takes a starting procedure, and steps of equal length
};

struct Sheet {
    std::string_view name;                ///< catalogue name, e.g. "liemid-ea"
    std::string_view title;               ///< one line for a person
    std::string_view formula;             ///< the step, as in the source
    std::string_view source;              ///< citation with equation number
    int order_attitude = 0;               ///< order of convergence of R on a torqued body
    int order_momentum = order_attitude;  ///< the same of Π; that of R unless stated
    /// Of both, for a torque that depends on the angular velocity; the least of the two unless stated.
    int order_by_rate = order_attitude < order_momentum ? order_attitude : order_momentum;
    Solve solve = Solve::nothing;
    int torque_evaluations = 0;  ///< per step, with reuse of the last one; for Solve::torque: per iteration
    /// Per unobserved step, if fewer (processed methods); 0: the same.
    int unseen_torque_evaluations = 0;
    int start_evaluations = 0;  ///< at most so many more before the first step, of a starting procedure
    /// Steps h are taken up to h|λ| = stable_to, where λ is the fastest rate of the linearised motion at the start;
    /// longer ones are refused. 0: the method does not refuse steps by their length.
    double stable_to = 0;
    int torque_derivatives = 0;       ///< how many derivatives of the torque along the motion a step takes
    bool conserves_momentum = false;  ///< spatial momentum RΠ of a free body, to round-off
    bool conserves_energy = false;    ///< kinetic energy of a free body, to round-off
    bool conserves_axis_momentum = false;    ///< momentum about the axis of a symmetric field, to round-off
    bool keeps_momentum_with_rotor = false;  ///< that of a body with rotors, and about an axis if so stated
    bool time_symmetric = false;             ///< Φ₋ₕ ∘ Φₕ = identity
    bool symplectic = false;                 ///< preserves the canonical form of T*SO(3)
    Memory memory = Memory::none;
    bool free_only = false;        ///< has no place for a torque
    bool needs_potential = false;  ///< takes a torque only if it has a potential

    /// Needs nothing but a state to go on from.
    constexpr bool self_starting() const { return memory != Memory::history; }
    /// Goes on from a state as if it had never stopped, to the last bit.
    constexpr bool goes_on_from_state() const { return memory == Memory::none || memory == Memory::torque; }
};

}  // namespace polhode
