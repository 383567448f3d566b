/// The error of a run over time, in bounded memory.
#pragma once

#include "polhode/advise/certify.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace polhode {

/// Collects distances as they come; when there are too many parts of the time, each two become one.
class ErrorCourse {
public:
    void see(double t, long double angle, long double momentum) {
        if (parts_.empty() || parts_.back().count == per_part_) {
            if (parts_.size() == most_parts) merge();
            parts_.push_back({.from = t});
        }
        parts_.back().see(t, angle, momentum);
    }

    /// `unit` is that of momenta, which is known only at the end. The least distance of a part is one that it does not
    /// fall below.
    std::vector<ErrorSpan> in(long double unit) const {
        const long double scale = unit > 0 ? 1 / unit : 1;
        std::vector<ErrorSpan> out;
        out.reserve(parts_.size());
        for (const Part& p : parts_)
            out.push_back({p.from, p.to,
                           static_cast<double>(std::max(p.angle.least, p.momentum.least * scale)),
                           static_cast<double>(std::max(p.angle.largest, p.momentum.largest * scale))});
        return out;
    }

private:
    static constexpr std::size_t most_parts = 400;

    struct Range {
        long double least = std::numeric_limits<long double>::infinity(), largest = 0;

        void see(long double x) {
            least = std::min(least, x);
            largest = std::max(largest, x);
        }
        void see(const Range& other) {
            see(other.least);
            see(other.largest);
        }
    };
    struct Part {
        double from = 0, to = 0;
        long count = 0;
        Range angle = {}, momentum = {};

        void see(double t, long double a, long double m) {
            to = t;
            ++count;
            angle.see(a);
            momentum.see(m);
        }
    };

    void merge() {
        for (std::size_t i = 0; 2 * i + 1 < parts_.size(); ++i) {
            Part& first = parts_[i];
            first = parts_[2 * i];
            const Part& second = parts_[2 * i + 1];
            first.to = second.to;
            first.count += second.count;
            first.angle.see(second.angle);
            first.momentum.see(second.momentum);
        }
        parts_.resize(parts_.size() / 2);
        per_part_ *= 2;
    }

    std::vector<Part> parts_;
    long per_part_ = 1;
};

}  // namespace polhode
