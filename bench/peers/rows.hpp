/// Every integrator, ours and the peers', over its row of tolerances or numbers of steps, with the true error at its
/// end.
#pragma once

#include "../../tests/support/odeint_motion.hpp"
#include "found.hpp"
#include "ours.hpp"
#include "race.hpp"

namespace polhode::bench {

/// They must meet the error too, if a method is ours.
constexpr std::size_t finer_ones = 5;

/// The end state of a problem by Boost.odeint in 80-bit arithmetic.
class Truth {
public:
    explicit Truth(const Problem& p) : body_(p.body), motion_(p, times(p.defaults.end)) {}
    double error_of(const Outcome& o) const {
        const Numbers& s = o.state;
        return motion_.error(points, {Eigen::Quaterniond(s[3], s[0], s[1], s[2]).normalized(),
                                      body_.momentum({s[4], s[5], s[6]})});
    }

    /// From Taylor series in 80-bit arithmetic, at the end: how far the truth can be trusted. The 1e-16 by which
    /// they are rounded to be compared are in it.
    double disagreement(const Problem& p) const {
        const core::State<double> start =
            core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
        core::State<long double> s{core::Quaternion<long double>(start.attitude),
                                   core::Vector3<long double>(start.momentum)};
        s.attitude = core::renormalised(core::renormalised(s.attitude));
        taylor_flow(30, 1e-20).on_long_double(p.body, p.torque)->step(s, 0, p.defaults.end);
        return motion_.error(points, core::from_principal({core::Quaternion<double>(s.attitude),
                                                           core::Vector3<double>(s.momentum)},
                                                          core::from_eigen(p.body.principal_axes())));
    }

private:
    static constexpr std::size_t points = 64;  // where the largest momentum is looked for
    static std::vector<double> times(double end) {
        std::vector<double> all;
        for (std::size_t i = 0; i <= points; ++i)
            all.push_back(end * static_cast<double>(i) / static_cast<double>(points));
        return all;
    }

    Body body_;
    test::OdeintMotion motion_;
};

/// Ten tolerances a decade are enough here, from 1e-2; numbers of steps are as they are.
inline std::vector<double> thinned(const std::vector<double>& controls) {
    if (controls.front() < controls.back()) return controls;
    std::vector<double> row;
    for (std::size_t n = 0; n < controls.size(); n += 10)
        if (controls[n] <= 0.01) row.push_back(controls[n]);
    return row;
}

/// Every integrator over its row. One that takes ten times as long as it takes another to meet the finest tolerance is
/// not followed further.
class Rows {
public:
    Rows(const Truth& truth, double finest, int enough)
        : truth_(truth), row_end_{.finest_target = finest, .enough = enough} {}
    void scan(Integrator i) {
        std::vector<Trial> trials =
            bench::scan(i, row_end_, [&](const Outcome& o) { return truth_.error_of(o); });
        if (const auto trial = luckiest(trials, row_end_.finest_target))
            row_end_.longest =
                std::min(row_end_.longest, 10 * least_microseconds(3, i.prepare(trial->control)));
        all.push_back({std::move(i), std::move(trials)});
    }

    std::vector<Scanned> all;

private:
    const Truth& truth_;
    RowEnd row_end_;
};

inline std::vector<Scanned> scan_peers(const Task& task, const Truth& truth, double finest) {
    Rows rows(truth, finest, 10);
    for (const Peer& peer : peers_found())
        for (Integrator& i : peer.integrators(task)) {
            i.name = peer.name + " " + i.name;
            i.controls = thinned(i.controls);
            rows.scan(std::move(i));
        }
    return std::move(rows.all);
}

inline std::vector<Scanned> scan_ours(const Problem& p, const Truth& truth, double finest) {
    Rows rows(truth, finest, finer_ones + 1);
    for (Integrator& i : our_table(p)) rows.scan(std::move(i));
    return std::move(rows.all);
}

}  // namespace polhode::bench
