#include "io/envelope.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cmath>

namespace polhode {
namespace {

double wave(int n) { return std::sin(0.1 * n) + (n == 777 ? 5 : 0); }

Envelope of_waves(int count, std::size_t most) {
    Envelope out(most);
    for (int n = 0; n < count; ++n) out.add(n, std::array{wave(n), n % 2 == 0 ? 1.0 : std::nan("")});
    return out;
}

TEST(Envelope, KeepsAFewAsTheyAre) {
    const Envelope few = of_waves(50, 64);
    ASSERT_EQ(few.parts().size(), 50U);
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(few.parts()[i].least[0], wave(static_cast<int>(i)));
        EXPECT_EQ(few.parts()[i].largest[0], few.parts()[i].least[0]);
    }
}

TEST(Envelope, LosesNothingOfMany) {
    for (const int count : {64, 65, 1000, 12345}) {
        const Envelope many = of_waves(count, 64);
        EXPECT_LE(many.parts().size(), 64U);
        EXPECT_GE(many.parts().size(), 32U);
        std::size_t part = 0, in_part = 0, seen = 0;
        for (int n = 0; n < count; ++n) {
            if (in_part == many.parts()[part].count) ++part, in_part = 0;
            const Envelope::Part& p = many.parts()[part];
            EXPECT_TRUE(p.from <= n && n <= p.to);
            EXPECT_TRUE(p.least[0] <= wave(n) && wave(n) <= p.largest[0]);
            ++in_part, ++seen;
        }
        EXPECT_EQ(part + 1, many.parts().size());
        EXPECT_EQ(seen, static_cast<std::size_t>(count));
        if (count > 777) {
            double top = 0;
            for (const Envelope::Part& p : many.parts()) top = std::max(top, p.largest[0]);
            EXPECT_EQ(top, wave(777)) << "a single value far out";
        }
    }
}

TEST(Envelope, LeavesOutWhatIsNoNumber) {
    const Envelope many = of_waves(1000, 64);
    for (const Envelope::Part& p : many.parts()) EXPECT_EQ(p.least[1], 1);
    Envelope never(8);
    never.add(0, std::array{std::nan("")});
    EXPECT_TRUE(std::isnan(never.parts()[0].largest[0]));
}

TEST(Envelope, GoesOnAfterBeingKept) {
    Envelope first = of_waves(300, 64);
    core::Archive out;
    out(first);
    core::Archive in(out.bytes());
    Envelope second(64);
    in(second);
    ASSERT_TRUE(in.is_good());
    first.add(300, std::array{0.5, 0.5});
    second.add(300, std::array{0.5, 0.5});
    ASSERT_EQ(first.parts().size(), second.parts().size());
    EXPECT_EQ(first.parts().back().count, second.parts().back().count);
    Envelope small(4);
    core::Archive again(out.bytes());
    again(small);
    EXPECT_FALSE(again.is_good()) << "more parts than it may have";
}

}  // namespace
}  // namespace polhode
