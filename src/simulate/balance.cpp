#include "simulate/balance.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/method/butcher.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/method_order.hpp"
#include "simulate/natural_rate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode {
namespace {

/// The smallest order of dense output above the method's.
int order_above(const Sheet& sheet) {
    const int order = order_of(sheet, core::NoTorque{});  // at most this, with any torque
    return order < 4 ? 4 : order < 6 ? 6 : order < 8 ? 8 : 10;
}

struct Split {
    TorqueSum steady, others;
};

/// Whether it has a potential that does not depend on time. That of a user's function may.
bool has_steady_potential(const Torque& torque) {
    if (const auto* formula = std::get_if<FormulaTorque>(&torque))
        return formula->has_potential() && !formula->depends_on_time();
    return has_potential(torque) && !std::holds_alternative<CustomTorque>(torque);
}

/// What has a steady potential goes into the energy.
Split split(const Torque& torque) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) {
        Split all{{{}, sum->piece}, {{}, sum->piece}};
        for (const TorquePart& part : sum->parts) {
            if (!part.on.empty()) {
                all.others.parts.push_back(part);
                continue;
            }
            Split own = split(part.torque);
            if (!own.steady.parts.empty()) all.steady.parts.push_back({std::move(own.steady), part.name});
            if (!own.others.parts.empty()) all.others.parts.push_back({std::move(own.others), part.name});
        }
        return all;
    }
    if (std::holds_alternative<core::NoTorque>(torque)) return {};
    return has_steady_potential(torque) ? Split{{{{torque}}}, {}} : Split{{}, {{{torque}}}};
}

}  // namespace

void LongSum::add(double x) {
    const double sum = sum_ + x;
    rest_ += std::abs(sum_) >= std::abs(x) ? (sum_ - sum) + x : (x - sum) + sum_;
    sum_ = sum;
}

bool Balance::wanted(const Problem& problem) {
    if (holds_function(problem.torque)) return false;
    return problem.control || !problem.body.rotor().rate.isZero(0)
        || (!is_free(problem.torque) && !has_potential(problem.torque));
}

Balance::Balance(const Sheet& sheet, const MakeStepper<double>& make, int parts)
    : sheet_(sheet), make_(make), parts_(parts), grid_(static_cast<std::size_t>(order_above(sheet))) {
    const Tableau gauss = butcher::gauss(order_above(sheet) / 2);
    for (std::size_t i = 0; i < gauss.stages(); ++i)
        gauss_.push_back({static_cast<double>(gauss.c[i]), static_cast<double>(gauss.b[i])});
}

std::optional<Error> Balance::enter(const Piece& piece, double t, const core::State<double>& state) {
    const bool first = !inertia_;
    if (auto failure = close()) return failure;
    set_up(piece);
    points_ = {point_at(t, state)};
    if (!first) return std::nullopt;
    initial_energy_ = final_energy_ = energy_of(t, state);
    initial_momentum_ = to_space(state.attitude, state.momentum);
    return std::nullopt;
}

void Balance::set_up(const Piece& piece) {
    piece_ = piece;
    inertia_.emplace(core::from_eigen(piece.body.moments()));
    rotor_ = core::rotor_of<double>(piece.body);
    Split torques = split(piece.torque);
    steady_ = bound_torque<double>(piece.body, std::move(torques.steady));
    others_ = bound_torque<double>(piece.body, std::move(torques.others));
    last_.emplace(*piece_, sheet_, make_, parts_, order_above(sheet_));
}

void Balance::keep(core::Archive& archive, const Piece& piece) {
    if (archive.is_reading()) set_up(piece);
    archive(*last_, points_, initial_energy_, final_energy_, initial_momentum_, work_, impulse_,
            energy_error_, momentum_error_);
    if (points_.empty() || points_.size() > grid_.nodes()) archive.refuse();
}

double Balance::energy_of(double t, const core::State<double>& state) const {
    return inertia_->kinetic_energy(state.momentum - rotor_.at(t)) + steady_->potential(t, state.attitude);
}

Balance::Rate Balance::rate_at(double t, const core::State<double>& state) const {
    const core::Vector3<double> velocity = inertia_->solve(state.momentum - rotor_.at(t)),
                                works = others_->at(t, state.attitude, velocity),
                                keeps = steady_->at(t, state.attitude, velocity);
    return {dot(works - rotor_.rate, velocity), to_space(state.attitude, works + keeps)};
}

Balance::Point Balance::point_at(double t, const core::State<double>& state) const {
    return {t, state, rate_at(t, state)};
}

std::optional<Error> Balance::step(double to, const core::State<double>& after) {
    if (!(to > points_.back().time)) return std::nullopt;
    const Point next = point_at(to, after);
    if (!fits(next)) {
        if (auto failure = close()) return failure;
        points_ = {points_.back()};
        if (!fits(next)) {
            if (auto failure = integrate_inside(points_.back(), next)) return failure;
            points_ = {next};
            return std::nullopt;
        }
    }
    const std::size_t nodes = grid_.nodes();
    const bool full = points_.size() == nodes;
    if (full) points_.erase(points_.begin());
    points_.push_back(next);
    if (points_.size() == nodes) integrate_by_neighbours(full ? nodes / 2 - 1 : 0, nodes / 2);
    return std::nullopt;
}

/// Whether the step to the next point is as long as those before it, and short enough for a polynomial.
bool Balance::fits(const Point& next) const {
    const Point& last = points_.back();
    const double length = next.time - last.time;
    const double rate = natural_rate(*inertia_, last.state.momentum - rotor_.at(last.time), last.rate.push);
    if (dense_pieces(rate, length) > 1) return false;
    if (points_.size() == 1) return true;
    const double before = last.time - points_[points_.size() - 2].time;
    return std::abs(length - before) <= 1e-9 * length;
}

void Balance::add(double length, const Rate& mean) {
    work_.add(length * mean.power);
    for (int i = 0; i < 3; ++i) impulse_[i].add(length * mean.push[i]);
}

/// Balances energy and momentum at a point up to which all is integrated.
void Balance::compare(const Point& point) {
    final_energy_ = energy_of(point.time, point.state);
    energy_error_ = std::max(energy_error_, std::abs(final_energy_ - initial_energy_ - work_.value()));
    const core::Vector3<double> impulse{impulse_[0].value(), impulse_[1].value(), impulse_[2].value()},
        momentum = to_space(point.state.attitude, point.state.momentum);
    momentum_error_ = std::max(momentum_error_, norm(momentum - initial_momentum_ - impulse));
}

void Balance::integrate_by_neighbours(std::size_t first, std::size_t last) {
    const double length =
        (points_.back().time - points_.front().time) / static_cast<double>(grid_.nodes() - 1);
    for (std::size_t i = first; i < last; ++i) {
        Rate mean;
        for (std::size_t j = 0; j < grid_.nodes(); ++j) {
            mean.power += grid_.weight(i, j) * points_[j].rate.power;
            mean.push += grid_.weight(i, j) * points_[j].rate.push;
        }
        add(length, mean);
        compare(points_[i + 1]);
    }
}

std::optional<Error> Balance::integrate_inside(const Point& from, const Point& to) {
    last_->begin(from.time, from.state);
    last_->end(to.time, to.state);
    InsideStep& inside = last_->inside();
    const auto pieces = inside.pieces();
    if (!pieces) return pieces.error();
    for (long k = 0; k < *pieces; ++k) {
        const auto piece = inside.curve(k);
        if (!piece) return piece.error();
        Rate mean;
        for (const auto& [at, weight] : gauss_) {
            const Rate here = rate_at((*piece)->time(at), (*piece)->at(at));
            mean.power += weight * here.power;
            mean.push += weight * here.push;
        }
        add((*piece)->length(), mean);
    }
    compare(to);
    return std::nullopt;
}

/// Integrates what is left of the points so far.
std::optional<Error> Balance::close() {
    if (points_.size() == grid_.nodes()) {
        integrate_by_neighbours(grid_.nodes() / 2, grid_.nodes() - 1);
    } else {
        for (std::size_t i = 0; i + 1 < points_.size(); ++i)
            if (auto failure = integrate_inside(points_[i], points_[i + 1])) return failure;
    }
    return std::nullopt;
}

std::optional<Error> Balance::jump(const core::State<double>& after) {
    if (auto failure = close()) return failure;
    const auto [t, before, rate] = points_.back();
    points_ = {point_at(t, after)};
    final_energy_ = energy_of(t, after);
    work_.add(final_energy_ - energy_of(t, before));
    const core::Vector3<double> change =
        to_space(after.attitude, after.momentum) - to_space(before.attitude, before.momentum);
    for (int i = 0; i < 3; ++i) impulse_[i].add(change[i]);
    return std::nullopt;
}

std::optional<Error> Balance::finish() {
    auto failure = close();
    points_.erase(points_.begin(), points_.end() - 1);
    return failure;
}

EnergyBalance Balance::energy() const {
    return {initial_energy_, final_energy_, work_.value(), energy_error_};
}
MomentumBalance Balance::momentum() const {
    return {{impulse_[0].value(), impulse_[1].value(), impulse_[2].value()}, momentum_error_};
}

}  // namespace polhode
