/// Many bodies at once: each with its own attitude and momentum and, if wanted, its own moments of inertia
/// and torque parameters. Memory per body is 56 bytes, 24 more for moments that are not the same for all, and 8
/// for each number of the torque if these are not.
#pragma once

#include "polhode/ensemble/blocks.hpp"
#include "polhode/expected.hpp"
#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/torque/varying_parameters.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace polhode {

class Ensemble {
public:
    /// `count` bodies, at first all like this one. Throws InputError for count = 0 or an invalid state.
    Ensemble(std::size_t count, const Body& body, const Torque& torque = core::NoTorque{},
             const State& initial = {});
    /// The same with the error as a value.
    static Expected<Ensemble> try_make(std::size_t count, const Body& body,
                                       const Torque& torque = core::NoTorque{}, const State& initial = {});

    std::size_t count() const { return count_; }

    /// In the user's axes, as in a single run. Different bodies may be set from different threads. Bodies
    /// count from 0; InputError for one that is not there.
    State state(std::size_t k) const;
    void set_state(std::size_t k, const State& state);

    /// Body and torque of one of them. The principal axes are the same for all.
    Body body(std::size_t k) const;
    Torque torque(std::size_t k) const;

    /// Not from several threads at once: the first call makes room.
    void set_moments(std::size_t k, const Eigen::Vector3d& moments);
    void set_parameters(std::size_t k, std::span<const double> parameters);

    /// The same three, which then change nothing, with the error as a value.
    [[nodiscard]] std::optional<Error> try_set_state(std::size_t k, const State& state);
    [[nodiscard]] std::optional<Error> try_set_moments(std::size_t k, const Eigen::Vector3d& moments);
    [[nodiscard]] std::optional<Error> try_set_parameters(std::size_t k, std::span<const double> parameters);

    /// H = ½ Π·I⁻¹Π + V, if the torque has a potential.
    std::optional<double> energy(std::size_t k, double t = 0) const;

    /// What all bodies have in common.
    const Body& common_body() const { return body_; }
    const Torque& common_torque() const { return torque_; }

    /// As the kernels have it: in principal axes, unchecked.
    core::State<double> principal_state(std::size_t k) const;
    core::Vector3<double> principal_moments(std::size_t k) const;
    void set_principal_state(std::size_t k, const core::State<double>& state);
    /// Bodies beyond count() fill up the last blocks.
    std::span<core::StateBlock> blocks() { return states_; }
    std::span<const core::StateBlock> blocks() const { return states_; }
    const core::Shared<core::VectorBlock>& moments() const { return moments_; }
    const core::SharedColumns& parameters() const { return parameters_; }
    /// How often moments or parameters have been set.
    std::uint64_t revision() const { return revision_; }

private:
    Ensemble(std::size_t count, const Body& body, const Torque& torque, const core::State<double>& start);
    std::optional<Error> wrong_index(std::size_t k) const;

    std::size_t count_;
    Body body_;
    Torque torque_;
    std::vector<core::StateBlock> states_;
    core::Shared<core::VectorBlock> moments_;
    core::SharedColumns parameters_;
    std::uint64_t revision_ = 0;
};

}  // namespace polhode
