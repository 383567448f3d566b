/// A sum over the bytes of a file that grows, by which one that is not what was written is known. It is no protection
/// against intent, and costs far less than making the bytes: FNV-1a on words of eight of them, in four rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace polhode {

class RunningSum {
public:
    void add(std::string_view bytes) {
        bytes_ += bytes.size();
        if (in_rest_ > 0) {
            const std::size_t taken = std::min(bytes.size(), rest_.size() - in_rest_);
            std::memcpy(rest_.data() + in_rest_, bytes.data(), taken);
            bytes.remove_prefix(taken);
            in_rest_ += taken;
            if (in_rest_ < rest_.size()) return;
            take(rest_.data());
        }
        for (; bytes.size() >= rest_.size(); bytes.remove_prefix(rest_.size())) take(&bytes.front());
        std::copy(bytes.begin(), bytes.end(), rest_.begin());
        in_rest_ = bytes.size();
    }

    /// Of all bytes so far.
    std::uint64_t value() const {
        RunningSum whole = *this;
        std::fill(whole.rest_.begin() + static_cast<std::ptrdiff_t>(in_rest_), whole.rest_.end(), '\0');
        whole.take(whole.rest_.data());
        std::uint64_t sum = bytes_;
        for (const std::uint64_t row : whole.rows_) mix(sum, row);
        return sum;
    }

private:
    static void mix(std::uint64_t& row, std::uint64_t word) {
        row = (row ^ word) * 0x100000001b3;
        row ^= row >> 32U;  // what is high in a word counts for all bits of the sum
    }
    void take(const char* block) {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            std::uint64_t word = 0;
            std::memcpy(&word, block + i * sizeof word, sizeof word);
            mix(rows_[i], word);
        }
    }

    std::array<std::uint64_t, 4> rows_{0xcbf29ce484222325, 0x84222325cbf29ce4, 0x9ce484222325cbf2,
                                       0x2325cbf29ce48422};
    std::array<char, 32> rest_{};
    std::size_t in_rest_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace polhode
