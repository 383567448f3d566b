/// Quantities of a run over time in bounded memory: of every part of the time the least and the largest value. Nothing
/// that a quantity does between two points of a curve is lost, as it would be if samples were left out.
#pragma once

#include "polhode/step/archive.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace polhode {

class Envelope {
public:
    struct Part {
        double from = 0, to = 0;
        std::size_t count = 0;
        std::vector<double> least, largest;  ///< of each quantity; not a number where it never was one

        void keep(core::Archive& archive) { archive(from, to, count, least, largest); }
    };

    explicit Envelope(std::size_t most_parts) : most_parts_(most_parts) {}

    /// The same number of values each time.
    void add(double time, std::span<const double> values);
    const std::vector<Part>& parts() const { return parts_; }

    /// For a run that goes on in another process.
    void keep(core::Archive& archive);

private:
    void merge();

    std::size_t most_parts_, per_part_ = 1;
    std::vector<Part> parts_;
};

}  // namespace polhode
