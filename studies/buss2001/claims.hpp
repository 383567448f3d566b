/// How the claims of the text are made.
#pragma once

#include "buss2001/measure.hpp"
#include "reproduce/study.hpp"

#include <fmt/format.h>
#include <cmath>
#include <functional>
#include <source_location>
#include <string>
#include <vector>

namespace polhode::reproduce::buss {

inline constexpr double start_energy = 1560 / 19.0;

inline const std::string third = "3rd order (energy-preserving)", fourth = "4th order (energy-preserving)",
                         augmented = "Augmented 2nd order", mr4 = "MR 4th-order 2-3-1",
                         mr231 = "McLachlan-Reich 2-3-1";

/// A number that should lie in a range.
inline Claim in_range(const std::string& id, const std::string& what, const std::string& published,
                      double low, double high, const std::function<double(Lab&)>& compute,
                      const std::source_location& code = std::source_location::current()) {
    return {.id = id,
            .what = what,
            .published = published,
            .criterion = std::isinf(high) ? fmt::format("at least {:.8g}", low)
                                          : fmt::format("between {:.8g} and {:.8g}", low, high),
            .examine = [=](Lab& lab) -> Finding {
                const double ours = compute(lab);
                return {fmt::format("{:.6g}", ours), lies_between(low, ours, high)};
            },
            .quick = true,
            .code = code};
}

/// The same, with the reason for a threshold that is next to what is measured.
inline Claim close(Claim claim, const std::string& why) {
    claim.close = why;
    return claim;
}

/// The same, on record as not holding: we find a number in another range.
inline Claim refuted(Claim claim, Verdict verdict, const std::string& why, double low, double high) {
    claim.expected = verdict;
    claim.why = why;
    claim.examine = [examine = claim.examine, low, high](Lab& lab) {
        Finding finding = examine(lab);
        const double ours = std::stod(finding.ours);
        finding.explained = lies_between(low, ours, high);
        return finding;
    };
    return claim;
}

/// The steps that an accuracy takes, with a limit far above the paper's; infinite beyond it.
inline double steps(Lab& lab, const std::string& method, double T, double epsilon) {
    const long N = steps_for_accuracy(lab, method, T, epsilon, 163840);
    return N == 0 ? INFINITY : static_cast<double>(N);
}

/// E − E₀ after N steps.
inline double gained(Lab& lab, const std::string& method, double h, long N) {
    return energy_after(lab, method, h, N) - start_energy;
}

/// log₂ of what halving the step does to the error.
inline double order(Lab& lab, const std::string& method, double T, long N) {
    return std::log2(error_of(lab, method, T, N) / error_of(lab, method, T, 2 * N));
}

std::vector<Claim> problem_data();
std::vector<Claim> claims_of_energy();
std::vector<Claim> claims_of_order();
std::vector<Claim> claims_of_efficiency();
std::vector<Claim> claims_of_groups();
std::vector<Claim> claims_of_use();
std::string order_table(Lab& lab);  ///< for docs/energy-projection.md
Claim own_kernels();                ///< of Figure 3
Claim lie_group_costs();            ///< beside it
Claim lie_group_work();             ///< the same with the steps that an accuracy takes

}  // namespace polhode::reproduce::buss
