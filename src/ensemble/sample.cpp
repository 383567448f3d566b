#include "ensemble/sample.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/natural_rate.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

constexpr std::size_t bodies_to_choose_by = 48, fastest_in_each = 16, most_to_verify = 512,
                      least_to_verify = 96, verified_of = 32, few_bodies = 256;
constexpr std::size_t shares_seen = 64, shares_of_files = 8, bodies_seen = 16384;

/// One of the bodies looked at.
struct Seen {
    const Ensemble* share;
    std::size_t k;
    double rate;
};

bool reads_files(const EnsembleSetup& setup) {
    const auto is_file = [](const Distribution& d) { return d.kind == Distribution::Kind::file; };
    return is_file(setup.attitude) || is_file(setup.rotation.distribution)
        || (setup.inertia && is_file(*setup.inertia))
        || std::ranges::any_of(setup.parameters, is_file, &ParameterDistribution::distribution);
}

/// Stretches of bodies, equally far apart; all bodies if there are not too many.
Expected<std::vector<Ensemble>> drawn_shares(const EnsembleSetup& setup, int threads) {
    std::vector<Ensemble> shares;
    const std::size_t wanted = reads_files(setup) ? shares_of_files : shares_seen,
                      count = setup.count <= bodies_seen ? 1 : wanted, size = bodies_seen / count;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = count == 1 ? 0 : (setup.count - size) / (count - 1) * i;
        auto share = try_draw_ensemble(setup, {first, std::min(first + size, setup.count)}, threads);
        if (!share) return share.error();
        shares.push_back(*std::move(share));
    }
    return shares;
}

double rate_of(const Ensemble& bodies, std::size_t k) {
    const core::Inertia<double> inertia(bodies.principal_moments(k));
    const core::State<double> state = bodies.principal_state(k);
    const core::Vector3<double> own = state.momentum - core::rotor_of<double>(bodies.common_body()).at(0.0);
    const core::Vector3<double> torque =
        bound_torque<double>(bodies.body(k), bodies.torque(k))->at(0, state.attitude, inertia.solve(own));
    const double rate = natural_rate(inertia, own, torque);
    return std::isfinite(rate) ? rate : 0;
}

Expected<Ensemble> gathered(const EnsembleSetup& setup, const std::vector<Seen>& bodies) {
    auto result =
        Ensemble::try_make(bodies.size(), setup.problem.body, setup.problem.torque, setup.problem.initial);
    if (!result) return result;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto& [share, k, rate] = bodies[i];
        result->set_principal_state(i, share->principal_state(k));
        if (!share->moments().common())
            if (auto error = result->try_set_moments(i, share->body(k).moments())) return *std::move(error);
        if (share->parameters().common()) continue;
        std::vector<double> numbers;
        for (const core::Column& column : share->parameters()[k / core::block_bodies])
            numbers.push_back(column.of[k % core::block_bodies]);
        if (auto error = result->try_set_parameters(i, numbers)) return *std::move(error);
    }
    return result;
}

/// `count` of them, equally far apart.
std::vector<Seen> spread(const std::vector<Seen>& from, std::size_t count) {
    std::vector<Seen> some;
    count = std::min(count, from.size());
    some.reserve(count);
    for (std::size_t i = 0; i < count; ++i) some.push_back(from[(2 * i + 1) * from.size() / (2 * count)]);
    return some;
}

}  // namespace

Expected<EnsembleSamples> draw_samples(const EnsembleSetup& setup, int threads) {
    auto shares = drawn_shares(setup, threads);
    if (!shares) return shares.error();
    std::vector<Seen> all;
    for (const Ensemble& share : *shares)
        for (std::size_t k = 0; k < share.count(); ++k) all.push_back({&share, k, rate_of(share, k)});
    std::ranges::stable_sort(all, std::ranges::greater{}, &Seen::rate);
    const double fastest = all.front().rate;

    // in turn to one sample and the other, so that both hold bodies of every rate
    std::vector<Seen> choose, verify, others[2];
    for (std::size_t i = 0; i < all.size(); ++i)
        (i / 2 < fastest_in_each ? (i % 2 == 0 ? choose : verify) : others[i % 2]).push_back(all[i]);
    const auto add = [](std::vector<Seen>& to, const std::vector<Seen>& more) {
        to.insert(to.end(), more.begin(), more.end());
    };
    add(choose, spread(others[0], bodies_to_choose_by - fastest_in_each));
    add(verify, spread(others[1], std::clamp(setup.count / verified_of, least_to_verify, most_to_verify)
                                      - fastest_in_each));
    if (setup.count <= few_bodies) verify = all;
    auto to_choose_by = gathered(setup, choose), to_verify = gathered(setup, verify);
    if (!to_choose_by) return to_choose_by.error();
    if (!to_verify) return to_verify.error();
    return EnsembleSamples{*std::move(shares), fastest, *std::move(to_choose_by), *std::move(to_verify)};
}

}  // namespace polhode
