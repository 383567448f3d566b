#include "krysl_claims.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl {

namespace {

const std::string described_wall = "soft-wall-repulsive";

double worst(const std::string& name, const std::function<double(const Problem&, const State&)>& defect) {
    const Problem& p = problem(name);
    double most = 0;
    for (const State& s : states_of(p)) most = std::max(most, defect(p, s));
    return most;
}

}  // namespace

Claim symplectic(std::string id, std::string what, std::string published, std::string problem,
                 std::vector<std::string> methods, std::string why) {
    return {.id = std::move(id),
            .what = std::move(what),
            .published = std::move(published),
            .criterion = "the canonical form changes by round-off (1e-13) in a step of 0.1",
            .examine =
                [=](Lab& lab) {
                    Finding f{"", true, true};
                    for (const std::string& m : methods) {
                        const double a = symplectic_defect(lab, m, problem, 0.1),
                                     order = std::log2(symplectic_defect(lab, m, problem, 0.02)
                                                       / symplectic_defect(lab, m, problem, 0.01));
                        f.ours += fmt::format("{} changes it by {:.1e} (order {:.1f}), ", m, a, order);
                        f.holds = f.holds && measured(a) < 1e-13;
                        f.explained = f.explained && measured(std::abs(order - 3)) < 0.3;
                    }
                    const double vexp = symplectic_defect(lab, "vexp", problem, 0.1);
                    f.ours += fmt::format("vexp by {:.0e}", vexp);
                    f.explained = f.explained && measured(vexp) < 1e-13;
                    return f;
                },
            .expected = Verdict::paper_is_wrong,
            .why = std::move(why),
            .quick = true};
}

Claim of_order(std::string id, std::string what, std::string published, std::string problem,
               std::vector<std::string> methods, double order, double tolerance, double coarse, double fine) {
    return {.id = std::move(id),
            .what = std::move(what),
            .published = std::move(published),
            .criterion = fmt::format("slope between steps {:.3g} and {:.3g} within {} of {}", coarse, fine,
                                     tolerance, order),
            .examine =
                [=](Lab& lab) {
                    Finding f{"attitude/momentum", true};
                    for (const std::string& m : methods) {
                        const Errors o = orders(lab, problem, m, coarse, fine);
                        f.ours += fmt::format(", {} {:.2f}/{:.2f}", m, o.attitude, o.momentum);
                        f.holds = f.holds && measured(std::abs(o.attitude - order)) <= tolerance
                               && measured(std::abs(o.momentum - order)) <= tolerance;
                    }
                    return f;
                },
            .quick = true};
}

Claim conserve_momentum(const std::string& who, std::vector<std::string> methods) {
    return {.id = "momentum",
            .what = who + " conserve the momentum in the absence of torques",
            .published = "conserved",
            .criterion = "change below 1e-13 over 1000 steps of 0.5 of the free body",
            .examine =
                [methods = std::move(methods)](Lab& lab) {
                    double most = 0;
                    for (const std::string& m : methods)
                        most = std::max(most, energy_error(lab, {"free-body", m, 0.5, 500}).momentum);
                    return Finding{fmt::format("{:.0e}", most), measured(most) < 1e-13};
                },
            .quick = true};
}

Claim meets_the_wall(std::string method, double step) {
    return {
        .id = "wall",
        .what =
            "an attractive Coulombic potential with a repulsive steep one: a soft wall from which the "
            "body is repeatedly repelled",
        .published = "repeatedly repelled",
        .criterion =
            "in an accurate run of the printed torque to t = 200, r = 1.1 + R₃₃ falls below 0.6, where "
            "the steep part 0.01 r⁻¹¹ outweighs the other, r⁻²",
        .examine =
            [=](Lab& lab) {
                const auto nearest = [&](const std::string& name, double end) {
                    return 1.1 + smallest(trace(lab, {name, "se8-kl", 0.02, end}).axis[2]);
                };
                const double printed = nearest(wall, 200), described = nearest(described_wall, 10),
                             balance = std::pow(0.01, 1.0 / 9);
                const EnergyError as_printed = energy_error(lab, {wall, method, step, 10}),
                                  as_described = energy_error(lab, {described_wall, method, step, 10});
                const Check useless = Check(as_described.reached < 10) || measured(as_described.size()) > 0.5;
                return Finding{
                    fmt::format("r ≥ {:.3f} as printed, {:.3f} with the opposite sign; largest |H − "
                                "H₀|/H₀ of {} at step {} up to t = 10: {:.2g} and {}",
                                printed, described, method, step, as_printed.size(),
                                as_described.reached < 10
                                    ? fmt::format("failure at t = {}", as_described.reached)
                                    : fmt::format("{:.2g}", as_described.size())),
                    measured(printed) < balance,
                    measured(printed) > 0.65 && measured(described) < balance && useless
                        && measured(as_printed.size()) < 0.1};
            },
        .expected = Verdict::paper_is_wrong,
        .why =
            "The printed torque has the potential +1/r − 0.001 r⁻¹⁰: the Coulombic part repels, the "
            "steep part attracts, and the body never comes near it. With the opposite sign there is a "
            "wall, but the steps of the figures are of no use then. So the figures were made with the "
            "printed sign, and so are these.",
        .close =
            "the printed torque gives the number itself, and lengths are of the order of 1: a tenth is much",
        .quick = true};
}

double not_undone(const std::string& there, const std::string& back, const std::string& name, double h) {
    return worst(name, [&](const Problem& p, const State& s) {
        return distance(s, stepped(back, p, stepped(there, p, s, 0, h), h, -h));
    });
}

double off_composition(const std::string& whole, const std::string& first, const std::string& second,
                       const std::string& name, double h) {
    return worst(name, [&](const Problem& p, const State& s) {
        return distance(stepped(whole, p, s, 0, h),
                        stepped(second, p, stepped(first, p, s, 0, h / 2), h / 2, h / 2));
    });
}

double apart(const std::string& one, const std::string& other, const std::string& name, double h) {
    return worst(name, [&](const Problem& p, const State& s) {
        return distance(stepped(one, p, s, 0, h), stepped(other, p, s, 0, h));
    });
}

std::vector<double> halved(double coarse, double fine) {
    std::vector<double> steps;
    for (double h = coarse; h > 0.999 * fine; h /= 2) steps.push_back(h);
    return steps;
}

std::string listed(const std::vector<std::pair<std::string, double>>& values) {
    std::string text;
    for (const auto& [name, value] : values)
        text += fmt::format("{}{} {:.2g}", text.empty() ? "" : ", ", name, value);
    return text;
}

}  // namespace polhode::reproduce::krysl
