#include "io/progress_bar.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

TEST(ProgressLine, TellsPartAndTimeLeft) {
    EXPECT_EQ(progress_line(500, 2000, 1, 80), "[#####...............]  25 %  500 of 2000 steps, 3 s left");
    EXPECT_EQ(progress_line(2000, 2000, 1, 80), "[####################] 100 %  2000 of 2000 steps, 0 s left");
    EXPECT_EQ(progress_line(0, 2000, 1, 80), "[....................]   0 %  0 of 2000 steps");
}

TEST(ProgressLine, OfAnEnsembleTellsItsRate) {
    EXPECT_EQ(ensemble_progress_line(500, 2000, 100'000, 2, 120),
              "[#####...............]  25 %  500 of 2000 steps of 100000 bodies, 25 million body-steps/s, 6 "
              "s left");
}

TEST(ProgressLine, StaysOnOneLine) {
    EXPECT_EQ(progress_line(500, 2000, 1, 30).size(), 29U);
    EXPECT_EQ(progress_line(500, 2000, 1, 0), "");
}

}  // namespace
}  // namespace polhode
