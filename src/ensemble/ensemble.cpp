#include "polhode/ensemble/ensemble.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/step/watch.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

namespace polhode {

namespace {

core::Vector3<double> read(const core::VectorBlock& block, std::size_t lane) {
    return {block[0].of[lane], block[1].of[lane], block[2].of[lane]};
}
void write(core::VectorBlock& block, std::size_t lane, const core::Vector3<double>& v) {
    for (std::size_t i = 0; i < 3; ++i) block[i].of[lane] = v[static_cast<int>(i)];
}
void write(core::StateBlock& block, std::size_t lane, const core::State<double>& s) {
    const core::Quaternion<double>& q = s.attitude;
    const std::array<double, 4> attitude{q.x, q.y, q.z, q.w};
    for (std::size_t i = 0; i < 4; ++i) block.attitude[i].of[lane] = attitude[i];
    write(block.momentum, lane, s.momentum);
}
void write(std::span<core::Column> columns, std::size_t lane, std::span<const double> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) columns[i].of[lane] = numbers[i];
}

}  // namespace

Ensemble::Ensemble(std::size_t count, const Body& body, const Torque& torque, const State& initial)
    : Ensemble(try_make(count, body, torque, initial).or_throw()) {}

Expected<Ensemble> Ensemble::try_make(std::size_t count, const Body& body, const Torque& torque,
                                      const State& initial) {
    // where addresses have 32 bits, as many as can be counted
    constexpr auto most = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::uint64_t{1} << 53, std::numeric_limits<std::size_t>::max()));
    if (count == 0) return input_error("count: 0 bodies, expected at least one", "count");
    if (count > most)
        return input_error(fmt::format("count: {} bodies, expected at most 2^53", count), "count");
    const auto start = starting_state(initial, body);
    if (!start) return start.error();
    return Ensemble(count, body, torque, *start);
}

Ensemble::Ensemble(std::size_t count, const Body& body, const Torque& torque,
                   const core::State<double>& start)
    : count_(count), body_(body), torque_(torque), parameters_(parameter_count(torque)) {
    core::StateBlock block;
    for (std::size_t lane = 0; lane < core::block_bodies; ++lane) {
        write(block, lane, start);
        write(moments_.for_all(), lane, core::from_eigen(body.moments()));
        write(parameters_.for_all(), lane, parameters_of(torque));
    }
    states_.resize(core::blocks_for(count), block);
}

namespace {

void raise(const std::optional<Error>& error) {
    if (error) error->raise();
}

}  // namespace

std::optional<Error> Ensemble::wrong_index(std::size_t k) const {
    if (k < count_) return std::nullopt;
    return input_error(fmt::format("body: {}, expected less than {}", k, count_));
}

core::State<double> Ensemble::principal_state(std::size_t k) const {
    const core::StateBlock& block = states_[k / core::block_bodies];
    const std::size_t lane = k % core::block_bodies;
    const auto& q = block.attitude;
    return {{q[0].of[lane], q[1].of[lane], q[2].of[lane], q[3].of[lane]}, read(block.momentum, lane)};
}
core::Vector3<double> Ensemble::principal_moments(std::size_t k) const {
    return read(moments_[k / core::block_bodies], k % core::block_bodies);
}
void Ensemble::set_principal_state(std::size_t k, const core::State<double>& state) {
    write(states_[k / core::block_bodies], k % core::block_bodies, state);
}

State Ensemble::state(std::size_t k) const {
    raise(wrong_index(k));
    return core::from_principal(principal_state(k), core::from_eigen(body_.principal_axes()));
}
void Ensemble::set_state(std::size_t k, const State& state) { raise(try_set_state(k, state)); }
void Ensemble::set_moments(std::size_t k, const Eigen::Vector3d& moments) {
    raise(try_set_moments(k, moments));
}
void Ensemble::set_parameters(std::size_t k, std::span<const double> parameters) {
    raise(try_set_parameters(k, parameters));
}

std::optional<Error> Ensemble::try_set_state(std::size_t k, const State& state) {
    if (auto error = wrong_index(k)) return error;
    const auto start = starting_state(state, body_);
    if (!start) return start.error();
    set_principal_state(k, *start);
    return std::nullopt;
}
std::optional<Error> Ensemble::try_set_moments(std::size_t k, const Eigen::Vector3d& moments) {
    if (auto error = wrong_index(k)) return error;
    const auto checked = body_.try_with_moments(moments);
    if (!checked) return checked.error();
    write(moments_.own(k / core::block_bodies, states_.size()), k % core::block_bodies,
          core::from_eigen(checked->moments()));
    ++revision_;
    return std::nullopt;
}
std::optional<Error> Ensemble::try_set_parameters(std::size_t k, std::span<const double> parameters) {
    if (auto error = wrong_index(k)) return error;
    if (const auto checked = try_with_parameters(torque_, parameters); !checked) return checked.error();
    write(parameters_.own(k / core::block_bodies, states_.size()), k % core::block_bodies, parameters);
    ++revision_;
    return std::nullopt;
}

Body Ensemble::body(std::size_t k) const { return body_.with_moments(core::to_eigen(principal_moments(k))); }
Torque Ensemble::torque(std::size_t k) const {
    const std::span<const core::Column> numbers = parameters_[k / core::block_bodies];
    Torque own = torque_;
    std::size_t i = 0;
    for (double* number : parameter_places(own)) *number = numbers[i++].of[k % core::block_bodies];
    return own;
}

std::optional<double> Ensemble::energy(std::size_t k, double t) const {
    const auto bound = bound_torque<double>(body(k), torque(k));
    return core::measure(core::Inertia<double>(principal_moments(k)), core::ErasedTorque<double>(*bound),
                         principal_state(k), t, core::rotor_of<double>(body_))
        .energy;
}

}  // namespace polhode
