/// What the driver hands on to one in another process.
#include "ensemble/driver.hpp"
#include "ensemble/lanes.hpp"
#include "polhode/method/multistep.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace polhode {

namespace {

/// The numbers of one body among those of its neighbours in a register, as lanes/march_history.hpp has them: what is
/// counted stands there once for all.
template <bool to_lanes>
class AmongLanes {
public:
    static constexpr bool loads = !to_lanes;

    AmongLanes(std::vector<double>& history, std::size_t numbers, std::size_t lanes, std::size_t body)
        : at_(history.data() + (body - body % lanes) * numbers), lanes_(lanes), lane_(body % lanes) {}

    template <class Whole>
    void count(Whole& n) {
        if constexpr (to_lanes)
            at_[0] = static_cast<double>(n);
        else
            n = static_cast<Whole>(at_[0]);
        at_ += lanes_;
    }
    void number(double& x) {
        if constexpr (to_lanes)
            at_[lane_] = x;
        else
            x = at_[lane_];
        at_ += lanes_;
    }

private:
    double* at_;
    std::size_t lanes_, lane_;
};

/// The same numbers one after the other, those of all bodies.
class InRow {
public:
    static constexpr bool loads = false;
    explicit InRow(std::vector<double>& row) : row_(row) {}

    template <class Whole>
    void count(Whole& n) {
        row_.push_back(static_cast<double>(n));
    }
    void number(double& x) { row_.push_back(x); }

private:
    std::vector<double>& row_;
};
class FromRow {
public:
    static constexpr bool loads = true;
    explicit FromRow(const std::vector<double>& row) : row_(row) {}

    template <class Whole>
    void count(Whole& n) {
        n = static_cast<Whole>(next());
    }
    void number(double& x) { x = next(); }
    /// Whether there were as many as were asked for.
    bool is_good() const { return at_ <= row_.size(); }

private:
    double next() {
        const std::size_t i = at_++;
        return i < row_.size() ? row_[i] : 0;
    }
    const std::vector<double>& row_;
    std::size_t at_ = 0;
};

}  // namespace

void EnsembleDriver::keep(core::Archive& archive) {
    bool anew = history && history->anew, has_lanes = target != Target::one_by_one;
    archive(done, calls, piece, in_piece, first, steps_in_piece, anew, has_lanes);
    if (!archive.is_reading()) return;
    // what fills up the last blocks is not kept
    for (std::size_t k = ensemble.count(); k < stopped.size() * core::block_bodies; ++k) stop(k);
    if (!history) return;
    if (has_lanes != (target != Target::one_by_one)) archive.refuse();
    history->anew = anew;
    history->left.assign(ensemble.blocks().begin(), ensemble.blocks().end());
    history->revision = ensemble.revision();
}

void EnsembleDriver::keep_bodies(core::Archive& archive, std::size_t first_body, std::size_t last_body) {
    const std::size_t first_block = first_body / core::block_bodies,
                      last_block = (last_body + core::block_bodies - 1) / core::block_bodies;
    for (std::size_t b = first_block; b < last_block; ++b) archive(ensemble.blocks()[b], stopped[b]);
    if (archive.is_reading())
        for (std::size_t k = last_body; k < last_block * core::block_bodies; ++k) stop(k);
    keep_failures(archive, first_body, last_body);
    if (controls) controls->keep(archive, first_body, last_body);
    if (!history) return;
    if (archive.is_reading())
        for (std::size_t b = first_block; b < last_block; ++b) history->left[b] = ensemble.blocks()[b];
    for (std::size_t k = first_body; k < last_body; ++k) keep_stepper(archive, k);
    if (target != Target::one_by_one && !history->anew && !is_made_by_another())
        keep_on_lanes(archive, first_body, last_body);
}

void EnsembleDriver::keep_failures(core::Archive& archive, std::size_t first_body, std::size_t last_body) {
    const auto begin = std::ranges::lower_bound(failures, first_body, {}, &BodyFailure::body),
               end = std::ranges::lower_bound(failures, last_body, {}, &BodyFailure::body);
    std::vector<BodyFailure> here(begin, end);
    std::size_t count = here.size();
    archive(count);
    if (archive.is_reading()) here.assign(std::min(count, last_body - first_body), {});
    for (BodyFailure& failure : here) {
        std::size_t k = failure.body - first_body;
        archive(k, failure.step, failure.time, failure.reason);
        failure.body = first_body + k;
        if (k >= last_body - first_body) archive.refuse();
    }
    if (!archive.is_reading() || !archive.is_good()) return;
    failures.erase(begin, end);
    failures.insert(failures.end(), std::make_move_iterator(here.begin()),
                    std::make_move_iterator(here.end()));
    std::ranges::sort(failures, {}, &BodyFailure::body);
}

void EnsembleDriver::keep_stepper(core::Archive& archive, std::size_t k) {
    Stepper& stepper = history->alone[k];
    bool is_there = stepper != nullptr;
    archive(is_there);
    if (archive.is_reading()) stepper = is_there && archive.is_good() ? stepper_of(k) : nullptr;
    if (stepper) stepper->keep(archive);
}

void EnsembleDriver::keep_on_lanes(core::Archive& archive, std::size_t first_body, std::size_t last_body) {
    using core::Multistep;
    const std::size_t rows = Multistep::rates_to_keep(method.on_lanes->multistep->taps),
                      numbers = history_numbers(method), lanes = lanes::lanes_of(target);
    Multistep::Memory<double> memory;
    std::vector<double> row;
    if (archive.is_reading())
        archive(row);
    else
        row.reserve((last_body - first_body) * numbers);
    FromRow from_row(row);
    InRow in_row(row);
    for (std::size_t k = first_body; k < last_body && from_row.is_good(); ++k) {
        if (has_failed(k)) continue;  // its history counts for nobody
        if (archive.is_reading()) {
            AmongLanes<true> on_lanes(history->on_lanes, numbers, lanes, k);
            memory.keep(from_row, rows);
            memory.keep(on_lanes, rows);
        } else {
            AmongLanes<false> on_lanes(history->on_lanes, numbers, lanes, k);
            memory.keep(on_lanes, rows);
            memory.keep(in_row, rows);
        }
    }
    if (!from_row.is_good()) archive.refuse();
    if (!archive.is_reading()) archive(row);
}

}  // namespace polhode
