#include "method_properties.hpp"

#include <array>

namespace polhode::program {
namespace {

constexpr std::array<MethodProperty, 8> properties{{
    {"--explicit", "The torque stands in no equation that a step solves",
     [](const Sheet& s) { return s.solve != Solve::torque; }},
    {"--symplectic", "A step preserves the canonical form of T*SO(3)",
     [](const Sheet& s) { return s.symplectic; }},
    {"--time-symmetric", "A step back undoes a step forward",
     [](const Sheet& s) { return s.time_symmetric; }},
    {"--keeps-momentum", "The spatial momentum of a free body, to round-off",
     [](const Sheet& s) { return s.conserves_momentum; }},
    {"--keeps-energy", "The energy of a free body, to round-off",
     [](const Sheet& s) { return s.conserves_energy; }},
    {"--keeps-axis-momentum", "The momentum about the axis of a field, to round-off",
     [](const Sheet& s) { return s.conserves_axis_momentum; }},
    {"--self-starting", "Needs nothing but a state to go on from",
     [](const Sheet& s) { return s.self_starting(); }},
    {"--any-torque", "Takes any torque, with a potential or not",
     [](const Sheet& s) { return !s.free_only && !s.needs_potential; }},
}};

}  // namespace

std::span<const MethodProperty> method_properties() { return properties; }

}  // namespace polhode::program
