#include "polhode/ensemble/setup.hpp"

#include "ensemble/covariance.hpp"
#include "ensemble/philox.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/so3/rotation.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {

namespace {

/// Each quantity has a separate sequence of random numbers. Their order is part of what a seed means. Of the
/// parameters of a torque each has its own: 256 more for each number before it.
enum Drawn : std::uint32_t { of_attitude, of_rotation, of_inertia, of_parameter, of_correlated };

using Kind = Distribution::Kind;

/// The error with the distribution it is about.
template <class AnyDistribution>
Error said_of(const AnyDistribution& distribution, Error error) {
    if (!distribution.origin.empty())
        error.message = fmt::format("{}: {}", distribution.origin, error.message);
    return error;
}

/// Impossible moments are drawn again, but not for ever.
constexpr int most_draws = 1000;

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

/// Where the numbers of a parameter are among those of the torque.
template <class AnyDistribution>
Expected<VaryingParameter> place_of(const std::string& name, const EnsembleSetup& setup,
                                    const AnyDistribution& distribution) {
    for (VaryingParameter& known : varying_parameters(setup.problem.torque))
        if (known.name == name) return std::move(known);
    return said_of(distribution,
                   input_error(fmt::format(
                       "the torque has no parameter \"{}\" that may differ from body to body", name)));
}

/// One parameter and where its numbers are.
struct DrawnParameter {
    VaryingParameter place;
    const Distribution& distribution;
    Rows rows;
};

Expected<std::vector<DrawnParameter>> drawn_parameters(const EnsembleSetup& setup, const Share& share) {
    std::vector<DrawnParameter> found;
    for (const ParameterDistribution& wanted : setup.parameters) {
        Expected<VaryingParameter> place = place_of(wanted.name, setup, wanted.distribution);
        if (!place) return place.error();
        Expected<Rows> rows = Rows::read(setup, wanted.distribution, place->numbers, share);
        if (!rows) return rows.error();
        found.push_back({*std::move(place), wanted.distribution, *std::move(rows)});
    }
    return found;
}

std::optional<Error> draw_parameters(const EnsembleSetup& setup, const Share& share, Ensemble& ensemble) {
    if (setup.parameters.empty()) return std::nullopt;
    const auto parameters = drawn_parameters(setup, share);
    if (!parameters) return parameters.error();
    std::vector<double> numbers = parameters_of(setup.problem.torque);
    for (std::size_t body = share.first; body < share.last; ++body) {
        for (const DrawnParameter& p : *parameters) {
            const auto quantity = static_cast<std::uint32_t>(of_parameter + (p.place.first << 8));
            Draws draws(setup.seed, body, quantity);
            const Eigen::Vector3d v = drawn(p.distribution, p.rows, body, draws);
            std::copy_n(v.data(), p.place.numbers, numbers.data() + p.place.first);
        }
        if (auto error = ensemble.try_set_parameters(body - share.first, numbers)) return error;
    }
    return std::nullopt;
}

/// Standard normal numbers, as many as there are.
Eigen::VectorXd normal_numbers(Eigen::Index count, Draws& draws) {
    Eigen::VectorXd z(count);
    for (Eigen::Index i = 0; i < count; i += 2) {
        const auto [a, b] = draws.normal2();
        z[i] = a;
        if (i + 1 < count) z[i + 1] = b;
    }
    return z;
}

std::optional<Error> draw_correlated(const EnsembleSetup& setup, const Share& share, Ensemble& ensemble) {
    if (!setup.correlated) return std::nullopt;
    const CorrelatedDistribution& d = *setup.correlated;
    const Expected<Eigen::MatrixXd> factor = factor_of_covariance(d.covariance);
    if (!factor) return said_of(d, factor.error());
    struct Places {
        std::size_t first, numbers;  // among those of the torque
        bool moments;
    };
    std::vector<Places> quantities;
    Eigen::Index count = 0;
    for (const std::string& name : d.names) {
        const bool moments = name == "inertia";
        const Expected<VaryingParameter> place =
            moments ? Expected<VaryingParameter>(VaryingParameter{name, 0, 3}) : place_of(name, setup, d);
        if (!place) return place.error();
        quantities.push_back({place->first, place->numbers, moments});
        count += static_cast<Eigen::Index>(place->numbers);
    }
    if (d.mean.size() != count || factor->rows() != count || d.covariance.cols() != count)
        return said_of(
            d, input_error(fmt::format("{} means and a covariance of {} x {}, expected those of {} "
                                       "numbers",
                                       d.mean.size(), d.covariance.rows(), d.covariance.cols(), count)));
    for (std::size_t body = share.first; body < share.last; ++body) {
        const std::size_t k = body - share.first;
        std::vector<double> numbers = parameters_of(ensemble.torque(k));
        Draws draws(setup.seed, body, of_correlated);
        for (int attempt = 1;; ++attempt) {
            const Eigen::VectorXd z = normal_numbers(count, draws);
            std::vector<double> x(d.mean.begin(), d.mean.end());
            for (Eigen::Index i = 0; i < count; ++i)  // in this order, whatever the machine
                for (Eigen::Index j = 0; j <= i; ++j)
                    x[static_cast<std::size_t>(i)] += (*factor)(i, j) * z[j];
            const double* next = x.data();
            std::optional<Error> impossible;
            for (const Places& q : quantities) {
                if (q.moments)
                    impossible = ensemble.try_set_moments(k, {next[0], next[1], next[2]});
                else
                    std::copy_n(next, q.numbers, numbers.data() + q.first);
                next += q.numbers;
            }
            if (!impossible) break;
            if (attempt == most_draws)
                return said_of(
                    d, input_error(fmt::format("{} draws for body {} were all impossible, expected moments "
                                               "that a rigid body can have; the last: {}",
                                               most_draws, body, impossible->message)));
        }
        if (numbers.empty()) continue;
        if (auto error = ensemble.try_set_parameters(k, numbers)) return said_of(d, *std::move(error));
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
    const Expected<WheelBank> wheels = WheelBank::of(setup.problem.wheels);
    if (!wheels) return wheels.error();
    const auto draw = [&](std::size_t body) -> std::optional<Error> {
        const Expected<Eigen::Quaterniond> attitude = drawn_attitude(setup, *attitudes, body);
        if (!attitude) return attitude.error();
        State state{*attitude, {}};
        Draws draws(setup.seed, body, of_rotation);
        Eigen::Vector3d v = drawn(rotation.distribution, *rotations, body, draws);
        if (rotation.in_space) v = state.attitude.conjugate() * v;
        state.momentum =
            rotation.velocity ? with_wheels(ensemble.body(body - share.first), *wheels).momentum(v) : v;
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
    auto ensemble =
        Ensemble::try_make(share.size(), setup.problem.body, setup.problem.torque, setup.problem.initial);
    if (!ensemble) return ensemble;
    if (auto error = draw_moments(setup, share, *ensemble)) return *std::move(error);
    if (auto error = draw_parameters(setup, share, *ensemble)) return *std::move(error);
    if (auto error = draw_correlated(setup, share, *ensemble)) return *std::move(error);
    if (auto error = draw_states(setup, share, threads, *ensemble)) return *std::move(error);
    return ensemble;
}

}  // namespace polhode
