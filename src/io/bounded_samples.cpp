#include "io/bounded_samples.hpp"

#include <utility>

namespace polhode {

void BoundedSamples::add(const Sample& sample) {
    last_ = sample;
    if (added_++ % stride_ != 0) return;
    kept_.push_back(sample);
    if (kept_.size() < capacity_) return;
    std::size_t half = 0;
    for (std::size_t i = 0; i < kept_.size(); i += 2) kept_[half++] = kept_[i];
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(half), kept_.end());
    stride_ *= 2;
}

std::vector<Sample> BoundedSamples::take() {
    if (last_ && (kept_.empty() || kept_.back().step != last_->step)) kept_.push_back(*last_);
    return std::move(kept_);
}

}  // namespace polhode
