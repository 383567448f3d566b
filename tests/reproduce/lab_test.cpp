#include "reproduce/lab.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace polhode::reproduce {
namespace {

namespace fs = std::filesystem;

struct LabFile : testing::Test {
    fs::path file = fs::temp_directory_path() / ("polhode-lab-" + std::to_string(getpid()) + ".txt");
    void SetUp() override { fs::remove(file); }
    void TearDown() override { fs::remove(file); }
};

TEST(Lab, ComputesOnce) {
    Lab lab;
    int calls = 0;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(lab.value("x", [&] { return ++calls, 2.5; }), 2.5);
    EXPECT_EQ(calls, 1);
}

TEST(Lab, ThreadsWaitForEachOther) {
    Lab lab;
    std::atomic<int> calls = 0;
    std::vector<std::thread> pool;
    for (int i = 0; i < 4; ++i)
        pool.emplace_back([&] {
            EXPECT_EQ(lab.value("x",
                                [&] {
                                    ++calls;
                                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                    return 1.0;
                                }),
                      1);
        });
    for (std::thread& t : pool) t.join();
    EXPECT_EQ(calls, 1);
}

TEST(Lab, RemembersNoFailure) {
    Lab lab;
    const auto fails = []() -> double { throw std::runtime_error("no"); };
    EXPECT_THROW(lab.value("x", fails), std::runtime_error);
    EXPECT_EQ(lab.value("x", [] { return 1.0; }), 1);
}

TEST_F(LabFile, RemembersEveryBit) {
    const Values values{1.0 / 3, -0.0, 1e-310, std::numeric_limits<double>::infinity()};
    {
        EXPECT_EQ(Lab(file).values("a key", [&] { return values; }), values);
    }
    Lab again(file);
    EXPECT_EQ(again.remembered(), 1U);
    const Values read = again.values("a key", []() -> Values { throw std::logic_error("computed again"); });
    EXPECT_EQ(read, values);
    EXPECT_TRUE(std::signbit(read[1]));
}

TEST_F(LabFile, ForgetsALineThatWasCut) {
    {
        Lab(file).value("x", [] { return 0.1; });
    }
    fs::resize_file(file, fs::file_size(file) - 3);
    Lab again(file);
    EXPECT_EQ(again.remembered(), 0U);
    EXPECT_EQ(again.value("x", [] { return 0.25; }), 0.25);
    EXPECT_EQ(Lab(file).value("x", [] { return 3.0; }), 0.25);  // what was written after it stands by itself
}

TEST_F(LabFile, ForgetsALineThatLostValues) {
    {
        Lab(file).values("x", [] { return Values{0.5, 0.25}; });
    }
    std::string text;
    std::getline(std::ifstream(file), text);
    text.resize(text.rfind("0x"));  // ends with a space, as a whole line does
    std::ofstream(file) << text << '\n';
    EXPECT_EQ(Lab(file).remembered(), 0U);
}

TEST_F(LabFile, ForgetsALineWithoutValues) {
    std::ofstream(file) << "x\t0\t \n";
    EXPECT_EQ(Lab(file).value("x", [] { return 2.5; }), 2.5);
}

TEST_F(LabFile, DoesNotWaitForAPipe) {
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_EQ(Lab(file).value("x", [] { return 2.5; }), 2.5);
}

TEST_F(LabFile, KeepsNoTimes) {
    {
        EXPECT_EQ(Lab(file).measured("time", [] { return Values{1.5}; }).front(), 1.5);
    }
    Lab again(file);
    EXPECT_EQ(again.remembered(), 0U);
    again.others_run(true);
    EXPECT_THROW(again.measured("time", [] { return Values{1.5}; }), Lab::Later);
}

TEST(Lab, StopsLongComputations) {
    Lab lab;
    EXPECT_NO_THROW(lab.check());
    lab.stop();
    EXPECT_THROW(lab.check(), Lab::Stopped);
}

}  // namespace
}  // namespace polhode::reproduce
