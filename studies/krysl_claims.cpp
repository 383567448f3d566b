#include "krysl_claims.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl {

namespace {

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
                        f.holds = f.holds && a < 1e-13;
                        f.explained = f.explained && std::abs(order - 3) < 0.3;
                    }
                    const double vexp = symplectic_defect(lab, "vexp", problem, 0.1);
                    f.ours += fmt::format("vexp by {:.0e}", vexp);
                    f.explained = f.explained && vexp < 1e-13;
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
                        f.holds = f.holds && std::abs(o.attitude - order) <= tolerance
                               && std::abs(o.momentum - order) <= tolerance;
                    }
                    return f;
                },
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
