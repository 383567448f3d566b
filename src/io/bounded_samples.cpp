#include "io/bounded_samples.hpp"

#include <utility>

namespace polhode {
namespace {

template <class Numbers>
void keep_numbers(core::Archive& archive, Numbers& numbers) {
    for (Eigen::Index i = 0; i < numbers.size(); ++i) archive(numbers.data()[i]);
}

void keep_sample(core::Archive& archive, Sample& sample) {
    archive(sample.step, sample.time, sample.energy);
    keep_numbers(archive, sample.state.attitude.coeffs());
    keep_numbers(archive, sample.state.momentum);
    keep_numbers(archive, sample.spatial_momentum);
    keep_numbers(archive, sample.angular_velocity);
    bool has_transition = sample.transition.has_value();
    std::optional<Eigen::Index> columns;
    if (sample.by_parameters) columns = sample.by_parameters->cols();
    archive(has_transition, columns);
    constexpr Eigen::Index most_columns = 10'000;
    if (!archive.is_good() || (columns && (*columns < 0 || *columns > most_columns))) return archive.refuse();
    if (has_transition && !sample.transition) sample.transition.emplace();
    if (columns && !sample.by_parameters) sample.by_parameters.emplace(6, *columns);
    if (has_transition) keep_numbers(archive, *sample.transition);
    if (columns) keep_numbers(archive, *sample.by_parameters);
}

}  // namespace

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

void BoundedSamples::keep(core::Archive& archive) {
    std::size_t count = kept_.size();
    bool has_last = last_.has_value();
    archive(stride_, added_, count, has_last);
    if (!archive.is_good() || count > capacity_ || stride_ == 0) return archive.refuse();
    kept_.resize(count);
    for (Sample& sample : kept_) keep_sample(archive, sample);
    if (has_last && !last_) last_.emplace();
    if (has_last) keep_sample(archive, *last_);
}

std::vector<Sample> BoundedSamples::take() {
    if (last_ && (kept_.empty() || kept_.back().step != last_->step)) kept_.push_back(*last_);
    return std::move(kept_);
}

}  // namespace polhode
