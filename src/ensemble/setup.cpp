#include "polhode/ensemble/setup.hpp"

#include "ensemble/philox.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/so3/rotation.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>

namespace polhode {

namespace {

/// Each quantity has a separate sequence of random numbers. Their order is part of what a seed means.
enum Drawn : std::uint32_t { of_attitude, of_rotation, of_inertia, of_parameter };

using Kind = Distribution::Kind;

/// The error with the distribution it is about.
Error said_of(const Distribution& distribution, Error error) {
    if (!distribution.origin.empty())
        error.message = fmt::format("{}: {}", distribution.origin, error.message);
    return error;
}

/// The rows of a distribution's file for the bodies of a share; none if it has no file.
class Rows {
public:
    static Expected<Rows> read(const EnsembleSetup& setup, const Distribution& distribution,
                               std::size_t columns, const Share& share) {
        if (distribution.kind != Kind::file) return Rows(columns, share.first, {});
        if (!setup.read_rows)
            return said_of(
                distribution,
                input_error(fmt::format("\"{}\": expected no file, since nothing was given that reads it",
                                        distribution.file)));
        auto numbers = setup.read_rows(distribution.file, {setup.count, columns, share.first, share.last});
        if (!numbers) return said_of(distribution, numbers.error());
        return Rows(columns, share.first, *std::move(numbers));
    }
    std::span<const double> operator[](std::size_t body) const {
        return std::span(numbers_).subspan((body - first_) * columns_, columns_);
    }

private:
    Rows(std::size_t columns, std::size_t first, std::vector<double> numbers)
        : columns_(columns), first_(first), numbers_(std::move(numbers)) {}

    std::size_t columns_, first_;
    std::vector<double> numbers_;
};

Eigen::Vector3d vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// Up to three numbers of one body; missing ones are 0.
Eigen::Vector3d drawn(const Distribution& d, const Rows& rows, std::size_t body, Draws& draws) {
    switch (d.kind) {
        case Kind::constant: break;
        case Kind::normal: return d.mean + d.sigma.cwiseProduct(vector(draws.normal3()));
        case Kind::uniform: return d.low + (d.high - d.low).cwiseProduct(vector(draws.uniform3()));
        case Kind::file: {
            Eigen::Vector3d v = Eigen::Vector3d::Zero();
            const std::span<const double> row = rows[body];
            for (std::size_t i = 0; i < row.size(); ++i) v[static_cast<Eigen::Index>(i)] = row[i];
            return v;
        }
    }
    return d.mean;
}

Expected<Eigen::Quaterniond> drawn_attitude(const EnsembleSetup& setup, const Rows& rows, std::size_t body) {
    const Distribution& d = setup.attitude;
    Draws draws(setup.seed, body, of_attitude);
    switch (d.kind) {
        case Kind::constant: break;
        case Kind::uniform: {
            const auto q = uniform_rotation(draws);
            return Eigen::Quaterniond(q[3], q[0], q[1], q[2]);
        }
        case Kind::normal: {
            const Eigen::Vector3d v = d.sigma.cwiseProduct(vector(draws.normal3()));
            return core::to_eigen(core::from_eigen(setup.problem.initial.attitude)
                                  * core::exp(core::from_eigen(v)));
        }
        case Kind::file: {
            const std::span<const double> q = rows[body];
            const Eigen::Quaterniond attitude(q[3], q[0], q[1], q[2]);
            if (!(std::abs(attitude.norm() - 1) <= 1e-6))
                return said_of(
                    d, input_error(fmt::format("row {} has length {}, expected a unit quaternion x, y, z, w",
                                               body + 1, attitude.norm())));
            return attitude;
        }
    }
    return setup.problem.initial.attitude;
}

std::optional<Error> draw_moments(const EnsembleSetup& setup, const Share& share, Ensemble& ensemble) {
    if (!setup.inertia) return std::nullopt;
    const Distribution& d = *setup.inertia;
    const Expected<Rows> rows = Rows::read(setup, d, 3, share);
    if (!rows) return rows.error();
    constexpr int most_draws = 1000;
    for (std::size_t body = share.first; body < share.last; ++body) {
        Draws draws(setup.seed, body, of_inertia);
        for (int attempt = 1;; ++attempt) {
            const auto impossible =
                ensemble.try_set_moments(body - share.first, drawn(d, *rows, body, draws));
            if (!impossible) break;
            if (d.kind == Kind::file)
                return said_of(d, input_error(fmt::format("row {}: {}", body + 1, impossible->message)));
            if (attempt == most_draws)
                return said_of(
                    d, input_error(fmt::format("{} draws for body {} were all impossible, expected moments "
                                               "that a rigid body can have; the last: {}",
                                               most_draws, body, impossible->message)));
        }
    }
    return std::nullopt;
}

std::optional<Error> draw_parameters(const EnsembleSetup& setup, const Share& share, Ensemble& ensemble) {
    if (!setup.parameter) return std::nullopt;
    const std::size_t columns = parameter_count(setup.problem.torque);
    const Expected<Rows> rows = Rows::read(setup, *setup.parameter, columns, share);
    if (!rows) return rows.error();
    for (std::size_t body = share.first; body < share.last; ++body) {
        Draws draws(setup.seed, body, of_parameter);
        const Eigen::Vector3d v = drawn(*setup.parameter, *rows, body, draws);
        if (auto error = ensemble.try_set_parameters(body - share.first, {v.data(), columns})) return error;
    }
    return std::nullopt;
}

std::optional<Error> draw_states(const EnsembleSetup& setup, const Share& share, int threads,
                                 Ensemble& ensemble) {
    const RotationDistribution& rotation = setup.rotation;
    const Expected<Rows> attitudes = Rows::read(setup, setup.attitude, 4, share);
    if (!attitudes) return attitudes.error();
    const Expected<Rows> rotations = Rows::read(setup, rotation.distribution, 3, share);
    if (!rotations) return rotations.error();
    const auto draw = [&](std::size_t body) -> std::optional<Error> {
        const Expected<Eigen::Quaterniond> attitude = drawn_attitude(setup, *attitudes, body);
        if (!attitude) return attitude.error();
        State state{*attitude, {}};
        Draws draws(setup.seed, body, of_rotation);
        Eigen::Vector3d v = drawn(rotation.distribution, *rotations, body, draws);
        if (rotation.in_space) v = state.attitude.conjugate() * v;
        state.momentum = rotation.velocity ? ensemble.body(body - share.first).momentum(v) : v;
        if (auto error = ensemble.try_set_state(body - share.first, state))
            return said_of(rotation.distribution, *std::move(error));
        return std::nullopt;
    };
    const std::size_t chunk = chunk_bodies(setup.count);
    std::vector<std::optional<Error>> failures((share.size() + chunk - 1) / chunk);
    in_parallel(static_cast<long>(failures.size()), threads,
                [&](long i) {
                    std::optional<Error>& failure = failures[static_cast<std::size_t>(i)];
                    const std::size_t first = share.first + static_cast<std::size_t>(i) * chunk,
                                      last = std::min(first + chunk, share.last);
                    for (std::size_t body = first; body < last && !failure; ++body) failure = draw(body);
                },
                {});
    // that of the first body, whichever thread was faster
    for (std::optional<Error>& failure : failures)
        if (failure) return std::move(failure);
    return std::nullopt;
}

}  // namespace

Ensemble draw_ensemble(const EnsembleSetup& setup, const Share& share, int threads) {
    return try_draw_ensemble(setup, share, threads).or_throw();
}

Expected<Ensemble> try_draw_ensemble(const EnsembleSetup& setup, const Share& share, int threads) {
    if (setup.problem.control || !setup.problem.wheels.empty())
        return input_error(
            "control: expected no control and no wheels of an ensemble; they are for single runs", "control");
    auto ensemble =
        Ensemble::try_make(share.size(), setup.problem.body, setup.problem.torque, setup.problem.initial);
    if (!ensemble) return ensemble;
    if (auto error = draw_moments(setup, share, *ensemble)) return *std::move(error);
    if (auto error = draw_parameters(setup, share, *ensemble)) return *std::move(error);
    if (auto error = draw_states(setup, share, threads, *ensemble)) return *std::move(error);
    return ensemble;
}

}  // namespace polhode
