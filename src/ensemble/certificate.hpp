/// The certificate of an ensemble: that of its first bodies, which have the bits of single runs.
#pragma once

#include "polhode/advise/certify.hpp"
#include "polhode/advise/first_part.hpp"
#include "polhode/ensemble/run.hpp"
#include "polhode/ensemble/setup.hpp"

#include <functional>
#include <optional>

namespace polhode {

struct EnsembleCertificate {
    std::size_t bodies = 0;  ///< how many were checked
    Certificate worst;       ///< the largest of each number; `steps` and `time` are the same for all
    /// Over the steps checked: the largest error of all, the means of mean error and slope, and the
    /// uncertainty of the mean slope by the scatter over the bodies.
    std::optional<Conservation::Trend> energy, momentum;
};

/// Bodies that fail are passed over. Stops early, with fewer bodies, if `go_on` returns false.
Expected<EnsembleCertificate> certify_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan,
                                               const std::function<bool()>& go_on);

/// The first part of the run of a few bodies, the worst of them: whether the steps are of any use, within milliseconds.
/// None if it cannot be told so cheaply.
std::optional<FirstPart> first_part_of_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan);

}  // namespace polhode
