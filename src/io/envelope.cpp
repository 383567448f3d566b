#include "io/envelope.hpp"

#include <cmath>
#include <utility>

namespace polhode {
namespace {

/// std::fmin and std::fmax leave out what is no number.
void widen(Envelope::Part& part, std::span<const double> least, std::span<const double> largest) {
    for (std::size_t i = 0; i < part.least.size(); ++i) {
        part.least[i] = std::fmin(part.least[i], least[i]);
        part.largest[i] = std::fmax(part.largest[i], largest[i]);
    }
}

}  // namespace

void Envelope::add(double time, std::span<const double> values) {
    if (parts_.empty() || parts_.back().count == per_part_) {
        if (parts_.size() == most_parts_) merge();
        const std::vector<double> nothing(values.size(), std::nan(""));
        parts_.push_back({time, time, 0, nothing, nothing});
    }
    Part& part = parts_.back();
    part.to = time;
    ++part.count;
    widen(part, values, values);
}

void Envelope::merge() {
    for (std::size_t i = 0; 2 * i < parts_.size(); ++i) {
        if (i > 0) parts_[i] = std::move(parts_[2 * i]);
        if (2 * i + 1 == parts_.size()) continue;
        const Part& second = parts_[2 * i + 1];
        parts_[i].to = second.to;
        parts_[i].count += second.count;
        widen(parts_[i], second.least, second.largest);
    }
    parts_.resize((parts_.size() + 1) / 2);
    per_part_ *= 2;
}

void Envelope::keep(core::Archive& archive) {
    archive(per_part_, parts_);
    if (parts_.size() > most_parts_ || per_part_ == 0) return archive.refuse();
    for (const Part& part : parts_)
        if (part.least.size() != parts_.front().least.size() || part.largest.size() != part.least.size())
            return archive.refuse();
}

}  // namespace polhode
