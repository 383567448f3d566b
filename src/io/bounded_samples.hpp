/// Samples for a plot: evenly spread over the run, in bounded memory, without knowing its length.
#pragma once

#include "polhode/simulate/simulate.hpp"
#include "polhode/step/archive.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace polhode {

/// Keeps every sample at first; whenever `capacity` is reached, every second one is dropped and from then on
/// only every second one taken.
class BoundedSamples {
public:
    explicit BoundedSamples(std::size_t capacity) : capacity_(capacity) {}

    void add(const Sample& sample);
    /// At most `capacity` + 1 samples; the first and the last one that were added are always among them.
    std::vector<Sample> take();
    std::size_t added() const { return added_; }

    /// For a run that goes on in another process.
    void keep(core::Archive& archive);

private:
    std::size_t capacity_, stride_ = 1, added_ = 0;
    std::vector<Sample> kept_;
    std::optional<Sample> last_;
};

}  // namespace polhode
