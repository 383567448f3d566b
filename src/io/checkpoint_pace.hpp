/// When a run writes its checkpoints: every so many seconds, and so seldom that writing takes at most a hundredth of
/// the time of the run.
#pragma once

#include <optional>
#include <string>

namespace polhode {

inline constexpr const char* default_checkpoint_interval = "60s";

/// The seconds of --checkpoint: "60s", "5min", "2h"; nothing for "off". Throws InputError.
std::optional<double> checkpoint_interval(const std::string& text);

/// Times are seconds since the run began.
class CheckpointPace {
public:
    /// Without an interval none is ever due. `expected`: how long the first one may take to write.
    explicit CheckpointPace(std::optional<double> interval, double expected = 0)
        : interval_(interval), expected_(expected) {}

    bool is_on() const { return interval_.has_value(); }
    bool is_due(double now) const {
        return interval_ && now - last_ >= *interval_ && spent_ + expected_ <= most_share * now;
    }
    /// One was written, or could not be.
    void wrote(double from, double to) {
        last_ = to;
        expected_ = to - from;
        spent_ += expected_;
    }
    /// The time that the next one may take, by the last.
    double expected() const { return expected_; }

private:
    static constexpr double most_share = 0.01;

    std::optional<double> interval_;
    double expected_, spent_ = 0, last_ = 0;
};

}  // namespace polhode
