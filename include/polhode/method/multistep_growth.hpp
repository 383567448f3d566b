/// Whether parasitic roots of a multistep formula grow. A motion that the formula resolves is smooth from step to
/// step: each two further differences of its rates make them smaller by the square of an angle per step. An
/// oscillation by a parasitic root turns by 0.4 radians a step and more, and stands out of high differences long
/// before it is seen in the motion.
#pragma once

#include "polhode/method/multistep_row.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace polhode::core::multistep {

template <class Real>
class Growth {
    using Value = decltype(value_of(std::declval<const Real&>()));

public:
    /// Rates before the next one that a look may take.
    static constexpr std::size_t reach = 8;

    /// After `steps` more, whose rates end before `next` and are the last of `known` ones: looks at nine rates in a
    /// row every now and then, at the same ones whichever way the steps are made. A torque with noise has rough rates
    /// from the beginning, and one that changes fast for some steps (a wall) has them for a while: only what lasts,
    /// or grows from look to look, is a sign of roots that grow.
    Mask<Value> calm(const Row<Real>* next, long known, long steps) {
        Mask<Value> is_calm = Value(0) <= Value(1);
        for (long at = known - steps + 1; at <= known; ++at) {
            at = (at + between_looks - 1) / between_looks * between_looks;
            if (at <= known) is_calm = is_calm & look(next - (known - at));
        }
        return is_calm;
    }

    /// As Memory::keep of method/multistep.hpp.
    template <class Keeper>
    void keep(Keeper& keeper) {
        keeper.count(looks_);
        for (Seen& seen : seen_)
            for (Value* number : {&seen.usual, &seen.last, &seen.lasting, &seen.growing})
                keeper.number(*number);
    }
    static constexpr std::size_t counts = 1, numbers = 8;

private:
    static constexpr long between_looks = 64, looks_to_learn = 8;
    static constexpr double most_lasting = 4, most_growing = 2;         // looks
    static constexpr double most_growth = 1e6, most_roughness = 1e-20;  // of squares
    static constexpr double least_ratio = 0.02;                         // of squares: 0.38 radians a step
    /// The attitude and the angular velocity, whose rates are of different size.
    struct Part {
        std::size_t first, last;
    };
    static constexpr std::array<Part, 2> parts{{{0, 4}, {4, 7}}};
    struct Seen {
        Value usual{}, last{};       ///< |Δ⁸f|² of smooth rates, and at the last look if it stood out
        Value lasting{}, growing{};  ///< looks in a row at which it stood out, and grew
    };

    Mask<Value> look(const Row<Real>* next) {
        Mask<Value> is_calm = Value(0) <= Value(1);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Seen& seen = seen_[i];
            const auto [high, low] = differences(next, parts[i]);
            const Value none(0), one(1);
            const Value most_so_far = select(high > seen.usual, high, seen.usual);
            if (looks_ < looks_to_learn) {
                seen.usual = most_so_far;
                continue;
            }
            const auto rough = high > Value(least_ratio) * low;
            const auto stands_out = rough & (high > Value(most_growth) * seen.usual + Value(most_roughness));
            const auto grows = stands_out & (high > Value(16) * seen.last);
            seen.lasting = select(stands_out, seen.lasting + one, none);
            seen.growing = select(grows, seen.growing + one, none);
            seen.last = select(stands_out, high, none);
            seen.usual = select(rough, seen.usual, most_so_far);
            is_calm = is_calm & (seen.lasting < Value(most_lasting)) & (seen.growing <= Value(most_growing));
        }
        ++looks_;
        return is_calm;
    }

    struct Differences {
        Value high, low;  ///< |Δ⁸f|²/|f|² and |Δ⁶f|²/|f|²
    };
    /// Rates that are tiny beside y are all rounding. |Q|² = 2, and |W|² follows from the rates of Q.
    static Differences differences(const Row<Real>* next, const Part& part) {
        constexpr std::array<double, 9> eighth{1, -8, 28, -56, 70, -56, 28, -8, 1};
        constexpr std::array<double, 7> sixth{1, -6, 15, -20, 15, -6, 1};
        constexpr double tiny = 1e-6;  // of squares
        Value high(0), low(0), turn2(0);
        for (std::size_t i = parts[0].first; i < parts[0].last; ++i)
            turn2 += Value(0.5) * (value_of(next[-1].of[i]) * value_of(next[-1].of[i]));
        Value size = Value(tiny) * (part.first == 0 ? Value(2) : turn2);
        for (std::size_t i = part.first; i < part.last; ++i) {
            Value d8(0), d6(0);
            for (std::size_t j = 0; j < eighth.size(); ++j)
                d8 += Value(eighth[j]) * value_of(next[-1 - static_cast<long>(j)].of[i]);
            for (std::size_t j = 0; j < sixth.size(); ++j)
                d6 += Value(sixth[j]) * value_of(next[-1 - static_cast<long>(j)].of[i]);
            const Value f = value_of(next[-1].of[i]);
            high += d8 * d8;
            low += d6 * d6;
            size += f * f;
        }
        const Value per_size = Value(1) / select(size > Value(0), size, Value(1));
        return {per_size * high, per_size * low};
    }

    long looks_ = 0;
    std::array<Seen, parts.size()> seen_{};
};

}  // namespace polhode::core::multistep
