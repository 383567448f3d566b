#include "polhode/ensemble/setup.hpp"

#include "ensemble/philox.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/so3/rotation.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>

namespace polhode {

namespace {

/// Each quantity has a separate sequence of random numbers. Their order is part of what a seed means.
enum Drawn : std::uint32_t { of_attitude, of_rotation, of_inertia, of_parameter };

using Kind = Distribution::Kind;

template <class Function>
auto said_of(const Distribution& distribution, const Function& function) -> decltype(function()) {
    try {
        return function();
    } catch (const InputError& error) {
        if (distribution.origin.empty()) throw;
        throw InputError(fmt::format("{}: {}", distribution.origin, error.what()));
    }
}

/// The rows of a distribution's file for the bodies of a share; none if it has no file.
class Rows {
public:
    Rows(const EnsembleSetup& setup, const Distribution& distribution, std::size_t columns,
         const Share& share)
        : columns_(columns), first_(share.first) {
        if (distribution.kind != Kind::file) return;
        said_of(distribution, [&] {
            if (!setup.read_rows)
                throw InputError(fmt::format(
                    "\"{}\": expected no file, since nothing was given that reads it", distribution.file));
            numbers_ = setup.read_rows(distribution.file, {setup.count, columns, share.first, share.last});
        });
    }
    std::span<const double> operator[](std::size_t body) const {
        return std::span(numbers_).subspan((body - first_) * columns_, columns_);
    }

private:
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

Eigen::Quaterniond drawn_attitude(const EnsembleSetup& setup, const Rows& rows, std::size_t body) {
    const Distribution& d = setup.attitude;
    Draws draws(setup.seed, body, of_attitude);
    switch (d.kind) {
        case Kind::constant: break;
        case Kind::uniform: {
            const auto q = uniform_rotation(draws);
            return {q[3], q[0], q[1], q[2]};
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
                throw InputError(fmt::format("row {} has length {}, expected a unit quaternion x, y, z, w",
                                             body + 1, attitude.norm()));
            return attitude;
        }
    }
    return setup.problem.initial.attitude;
}

void draw_moments(const EnsembleSetup& setup, const Share& share, Ensemble& ensemble) {
    if (!setup.inertia) return;
    const Distribution& d = *setup.inertia;
    const Rows rows(setup, d, 3, share);
    constexpr int most_draws = 1000;
    for (std::size_t body = share.first; body < share.last; ++body) {
        Draws draws(setup.seed, body, of_inertia);
        for (int attempt = 1;; ++attempt) {
            try {
                ensemble.set_moments(body - share.first, drawn(d, rows, body, draws));
                break;
            } catch (const InputError& error) {
                if (d.kind == Kind::file)
                    throw InputError(fmt::format("{}: row {}: {}", d.origin, body + 1, error.what()));
                if (attempt == most_draws)
                    throw InputError(
                        fmt::format("{}: {} draws for body {} were all impossible, expected moments that a "
                                    "rigid body can have; "
                                    "the last: {}",
                                    d.origin, most_draws, body, error.what()));
            }
        }
    }
}

void draw_parameters(const EnsembleSetup& setup, const Share& share, Ensemble& ensemble) {
    if (!setup.parameter) return;
    const std::size_t columns = parameter_count(setup.problem.torque);
    const Rows rows(setup, *setup.parameter, columns, share);
    for (std::size_t body = share.first; body < share.last; ++body) {
        Draws draws(setup.seed, body, of_parameter);
        const Eigen::Vector3d v = drawn(*setup.parameter, rows, body, draws);
        ensemble.set_parameters(body - share.first, {v.data(), columns});
    }
}

void draw_states(const EnsembleSetup& setup, const Share& share, int threads, Ensemble& ensemble) {
    const RotationDistribution& rotation = setup.rotation;
    const Rows attitudes(setup, setup.attitude, 4, share);
    const Rows rotations(setup, rotation.distribution, 3, share);
    const auto draw = [&](std::size_t body) {
        State state{said_of(setup.attitude, [&] { return drawn_attitude(setup, attitudes, body); }), {}};
        Draws draws(setup.seed, body, of_rotation);
        Eigen::Vector3d v = drawn(rotation.distribution, rotations, body, draws);
        if (rotation.in_space) v = state.attitude.conjugate() * v;
        state.momentum = rotation.velocity ? ensemble.body(body - share.first).momentum(v) : v;
        said_of(rotation.distribution, [&] { ensemble.set_state(body - share.first, state); });
    };
    const std::size_t chunk = chunk_bodies(setup.count);
    in_parallel(static_cast<long>((share.size() + chunk - 1) / chunk), threads,
                [&](long i) {
                    const std::size_t first = share.first + static_cast<std::size_t>(i) * chunk;
                    for (std::size_t body = first; body < std::min(first + chunk, share.last); ++body)
                        draw(body);
                },
                {});
}

}  // namespace

Ensemble draw_ensemble(const EnsembleSetup& setup, const Share& share, int threads) {
    Ensemble ensemble(share.size(), setup.problem.body, setup.problem.torque, setup.problem.initial);
    draw_moments(setup, share, ensemble);
    draw_parameters(setup, share, ensemble);
    draw_states(setup, share, threads, ensemble);
    return ensemble;
}

}  // namespace polhode
