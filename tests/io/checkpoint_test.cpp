/// What a run is taken up from is whole and its own, or it is refused.
#include "io/checkpoint.hpp"

#include "io/checkpoint_folder.hpp"
#include "io/checkpoint_pace.hpp"
#include "io/sha256.hpp"
#include "polhode/error.hpp"
#include "polhode/step/archive.hpp"
#include "polhode/version.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>

namespace polhode {
namespace {

namespace fs = std::filesystem;

std::string bytes_in(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
void put(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

std::vector<std::byte> numbers_kept(std::vector<double> numbers) {
    core::Archive archive;
    archive(numbers);
    return archive.bytes();
}

class CheckpointTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = fs::temp_directory_path() / "polhode-test-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
        file = folder / "checkpoint";
    }
    void TearDown() override { fs::remove_all(folder); }

    std::string refusal() const {
        const auto found = read_checkpoint(file, owner);
        return found ? "" : found.error().message;
    }
    void expect_refused(const std::string& why) const {
        const std::string message = refusal();
        EXPECT_NE(message.find(file.string()), std::string::npos) << message;
        EXPECT_NE(message.find(why), std::string::npos) << message;
    }
    std::vector<std::string> names(const fs::path& where) const {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator(where))
            all.push_back(entry.path().filename().string());
        std::ranges::sort(all);
        return all;
    }

    fs::path folder, file;
    CheckpointOwner owner{"ensemble", "0123456789abcdef"};
};

TEST_F(CheckpointTest, WhatIsWrittenIsRead) {
    for (const std::vector<std::byte>& payload : {std::vector<std::byte>(), numbers_kept({1, 2, 3})}) {
        write_checkpoint(file, owner, payload);
        const auto found = read_checkpoint(file, owner);
        ASSERT_TRUE(found) << refusal();
        EXPECT_EQ(*found, payload);
        EXPECT_EQ(read_checkpoint(file, "ensemble")->owner.belongs_to, owner.belongs_to);
        EXPECT_EQ(names(folder), std::vector<std::string>{"checkpoint"});
    }
}

TEST_F(CheckpointTest, EveryPartOfItIsRefused) {
    write_checkpoint(file, owner, numbers_kept({1, 2, 3}));
    const std::string whole = bytes_in(file);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        put(file, whole.substr(0, size));
        expect_refused(size < 15 ? "it is no checkpoint" : "it is truncated");
    }
    put(file, whole + "x");
    expect_refused("it is damaged");
}

TEST_F(CheckpointTest, EveryChangedByteIsNoticed) {
    write_checkpoint(file, owner, numbers_kept({1, 2, 3}));
    const std::string whole = bytes_in(file);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        put(file, changed);
        EXPECT_NE(refusal(), "") << i;
    }
    put(file, whole);
    EXPECT_EQ(refusal(), "");
}

TEST_F(CheckpointTest, WhatBelongsToOthersIsRefused) {
    expect_refused("No such file or directory; start again without --resume");
    write_checkpoint(file, {"run", owner.belongs_to}, {});
    expect_refused("it is of 'polhode run'; resume with that command");
    write_checkpoint(file, {"ensemble", "another"}, {});
    expect_refused("it belongs to a run of another scenario or with other options");
    put(file, "something else, which is not short");
    expect_refused("it is no checkpoint");

    // as another version would have written it: the hash fits, the rest may be anything
    write_checkpoint(file, owner, {});
    std::string other = bytes_in(file);
    const std::size_t at = other.find(version);
    ASSERT_NE(at, std::string::npos);
    other[at] = '9';
    Sha256 hash;
    hash.add(other.substr(0, other.size() - 64));
    put(file, other.substr(0, other.size() - 64) + hash.finish());
    expect_refused("it was written by polhode 9");

    // the hash fits, and there is nothing else
    std::string empty = other.substr(0, 23);
    empty[15] = 23 + 64;
    std::fill(empty.begin() + 16, empty.end(), '\0');
    Sha256 of_empty;
    of_empty.add(empty);
    put(file, empty + of_empty.finish());
    expect_refused("it is damaged; start again");
}

TEST_F(CheckpointTest, WhatIsNoFileOrHasNoEndIsRefusedAtOnce) {
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    expect_refused("it is no checkpoint");
    fs::remove(file);
    fs::create_directory(file);
    expect_refused("Is a directory");
    fs::remove(file);

    // more than any machine has memory for, though not on the disk
    constexpr auto huge = static_cast<off_t>(1) << 43;
    put(file, "x");
    if (truncate(file.c_str(), huge) != 0) GTEST_SKIP() << "the disk has no files of 8 TiB";
    expect_refused("it is no checkpoint");
    write_checkpoint(file, owner, numbers_kept({1, 2, 3}));
    ASSERT_EQ(truncate(file.c_str(), huge), 0);
    expect_refused("it is damaged");
}

TEST_F(CheckpointTest, AFullDiskLeavesTheLastOne) {
    write_checkpoint(file, owner, numbers_kept({1, 2, 3}));
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{500, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_THROW(write_checkpoint(file, owner, numbers_kept(std::vector<double>(1000))), RunError);
    setrlimit(RLIMIT_FSIZE, &before);
    (void)std::signal(SIGXFSZ, handler);
    EXPECT_EQ(*read_checkpoint(file, owner), numbers_kept({1, 2, 3}));
    EXPECT_EQ(names(folder), std::vector<std::string>{"checkpoint"});
}

TEST_F(CheckpointTest, ALinkInTheWayIsNotFollowed) {
    put(folder / "mine", "text");
    fs::create_symlink(folder / "mine", folder / "checkpoint.new");
    write_checkpoint(file, owner, numbers_kept({1}));
    EXPECT_EQ(bytes_in(folder / "mine"), "text");
    EXPECT_EQ(refusal(), "");
}

TEST_F(CheckpointTest, TheFolderIsBesideTheResult) {
    CheckpointFolder checkpoint(folder / "cloud/");
    EXPECT_EQ(checkpoint.path(), fs::canonical(folder) / "cloud.checkpoint");
    EXPECT_FALSE(checkpoint.is_there());
    const fs::path before = fs::current_path();
    fs::current_path(folder);
    EXPECT_EQ(CheckpointFolder("cloud").path(), checkpoint.path());
    fs::create_directory("cloud");
    EXPECT_EQ(CheckpointFolder("cloud").path(), checkpoint.path());
    EXPECT_EQ(CheckpointFolder(folder / "cloud/../cloud").path(), checkpoint.path());
    fs::remove("cloud");
    fs::current_path(before);
    checkpoint.make();
    checkpoint.make();
    write_checkpoint(checkpoint.kept("first"), owner, {});
    write_checkpoint(checkpoint.kept("second"), owner, {});
    write_checkpoint(checkpoint.index(), owner, {});
    EXPECT_TRUE(CheckpointFolder(folder / "cloud").is_there());
    checkpoint.clear_but({checkpoint.kept("second")});
    EXPECT_EQ(names(checkpoint.path()), (std::vector<std::string>{"checkpoint", "second.kept"}));
    checkpoint.remove();
    EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(CheckpointTest, OrInItWhereThereIsNoWritingBesideIt) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
    fs::create_directories(folder / "locked/cloud");
    ASSERT_EQ(chmod((folder / "locked").c_str(), 0555), 0);
    CheckpointFolder checkpoint(folder / "locked/cloud");
    checkpoint.make();
    write_checkpoint(checkpoint.index(), owner, {});
    const CheckpointFolder found(folder / "locked/cloud");
    EXPECT_TRUE(found.is_there());
    EXPECT_EQ(found.path().parent_path(), fs::canonical(folder) / "locked/cloud");
    ASSERT_EQ(chmod((folder / "locked").c_str(), 0755), 0);
}

TEST_F(CheckpointTest, FilesOfOthersStay) {
    CheckpointFolder checkpoint(folder / "cloud");
    checkpoint.make();
    put(checkpoint.path() / "notes.txt", "mine");
    EXPECT_THROW(checkpoint.make(), RunError);
    checkpoint.remove();
    EXPECT_EQ(names(checkpoint.path()), std::vector<std::string>{"notes.txt"});
}

TEST_F(CheckpointTest, TheKindIsThatOfTheHead) {
    const CheckpointFolder checkpoint(folder / "cloud");
    EXPECT_EQ(checkpoint.kind(), std::nullopt);
    checkpoint.make();
    EXPECT_EQ(checkpoint.kind(), std::nullopt);
    for (const char* kind : {"run", "ensemble", "compare", "reproduce"}) {
        write_checkpoint(checkpoint.index(), {kind, owner.belongs_to},
                         numbers_kept(std::vector<double>(1000)));
        EXPECT_EQ(checkpoint.kind(), kind);
    }
    const std::string whole = bytes_in(checkpoint.index());
    put(checkpoint.index(), whole.substr(0, whole.size() - 1));  // what is behind the head counts for nothing
    EXPECT_EQ(checkpoint.kind(), "reproduce");
    for (const std::size_t size : {0U, 15U, 30U, 50U}) {
        put(checkpoint.index(), whole.substr(0, size));
        EXPECT_EQ(checkpoint.kind(), std::nullopt) << size;
    }
    write_checkpoint(checkpoint.index(), {"run; rm", owner.belongs_to}, {});
    EXPECT_EQ(checkpoint.kind(), std::nullopt);
    fs::remove(checkpoint.index());
    ASSERT_EQ(mkfifo(checkpoint.index().c_str(), 0600), 0);
    EXPECT_EQ(checkpoint.kind(), std::nullopt);
}

/// Whoever may write beside the result could otherwise have files written, and removed, elsewhere.
TEST_F(CheckpointTest, ALinkInThePlaceOfTheFolderIsRefused) {
    const fs::path elsewhere = folder / "elsewhere";
    fs::create_directory(elsewhere);
    for (const char* name : {"a.kept", "b.new", "checkpoint"}) put(elsewhere / name, "text");
    fs::create_directory_symlink(elsewhere, folder / "cloud.checkpoint");
    const CheckpointFolder checkpoint(folder / "cloud");
    try {
        checkpoint.make();
        ADD_FAILURE() << "the link was followed";
    } catch (const RunError& error) {
        EXPECT_NE(std::string(error.what()).find("cloud.checkpoint\": it is a link, expected a folder"),
                  std::string::npos)
            << error.what();
    }
    checkpoint.clear_but({});
    checkpoint.remove();
    EXPECT_EQ(names(elsewhere), (std::vector<std::string>{"a.kept", "b.new", "checkpoint"}));
    fs::remove(folder / "cloud.checkpoint");
    put(folder / "cloud.checkpoint", "a file");
    EXPECT_THROW(checkpoint.make(), RunError);
}

TEST_F(CheckpointTest, AFolderOfAnotherIntoWhichEverybodyMayWriteIsRefused) {
    if (geteuid() != 0) GTEST_SKIP() << "only root has folders of others";
    const CheckpointFolder checkpoint(folder / "cloud");
    checkpoint.make();
    ASSERT_EQ(chmod(folder.c_str(), 0755), 0);
    ASSERT_EQ(chmod(checkpoint.path().c_str(), 0777), 0);
    EXPECT_NO_THROW(checkpoint.make());
    constexpr uid_t nobody = 65534;
    if (seteuid(nobody) != 0) GTEST_SKIP() << "there is no other user here";
    std::string message;
    try {
        checkpoint.make();
    } catch (const RunError& error) {
        message = error.what();
    }
    ASSERT_EQ(seteuid(0), 0);
    EXPECT_NE(message.find("one of another user"), std::string::npos) << message;
    ASSERT_EQ(chown(checkpoint.path().c_str(), 65534, 65534), 0);
    EXPECT_NO_THROW(checkpoint.make());
}

TEST(CheckpointPace, TakesAtMostAHundredthOfTheTime) {
    const double interval = 60, takes = 2;
    CheckpointPace pace(interval, 0.5);
    EXPECT_FALSE(pace.is_due(59));
    EXPECT_TRUE(pace.is_due(60));
    double now = 0, spent = 0;
    int written = 0;
    while (now < 1e5) {
        now += 0.2;
        if (!pace.is_due(now)) continue;
        pace.wrote(now, now + takes);
        now += takes;
        spent += takes;
        ++written;
        if (written == 1) continue;  // it took longer than expected
        EXPECT_LE(spent, 0.0101 * now);
    }
    EXPECT_NEAR(written, 500, 2);

    CheckpointPace quick(interval);
    EXPECT_TRUE(quick.is_due(60));
    quick.wrote(60, 60.01);
    EXPECT_FALSE(quick.is_due(120));
    EXPECT_TRUE(quick.is_due(120.1));
    EXPECT_FALSE(CheckpointPace(std::nullopt).is_due(1e9));
}

TEST(CheckpointPace, IntervalsAreTimes) {
    EXPECT_EQ(checkpoint_interval("60s"), 60);
    EXPECT_EQ(checkpoint_interval("5min"), 300);
    EXPECT_EQ(checkpoint_interval("2h"), 7200);
    EXPECT_EQ(checkpoint_interval("50ms"), 0.05);
    EXPECT_EQ(checkpoint_interval("off"), std::nullopt);
    for (const char* text : {"", "60", "s", "-1s", "0s", "nans", "1e99h", "60 s", "on"})
        EXPECT_THROW((void)checkpoint_interval(text), InputError) << text;
}

}  // namespace
}  // namespace polhode
