/// Functions of the user may throw when some bodies have made their steps and others have not.
#pragma once

#include "ensemble/driver.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace polhode {

/// Puts all that a driver moves back to where it was, when an exception passes by: unless it was told before that all
/// is done. The same steps may then be asked for once more.
class PutBack {
public:
    explicit PutBack(EnsembleDriver& driver);
    ~PutBack();
    PutBack(const PutBack&) = delete;
    PutBack& operator=(const PutBack&) = delete;

    void all_is_done() { is_done_ = true; }

private:
    struct History {
        std::vector<double> on_lanes;
        std::vector<std::vector<std::byte>> alone;
        std::vector<core::StateBlock> left;
        std::uint64_t revision;
        bool anew;
    };
    static History history_of(EnsembleHistory& history);

    EnsembleDriver& driver_;
    bool is_done_ = false;
    std::vector<core::StateBlock> states_;
    std::vector<std::uint8_t> stopped_;
    std::vector<BodyFailure> failures_;
    std::optional<BodyControls> controls_;
    std::optional<History> history_;
    core::TimeGrid<double> grid_, in_piece_;
    TimeSpan piece_;
    long steps_done_, calls_, first_, steps_in_piece_;
};

}  // namespace polhode
