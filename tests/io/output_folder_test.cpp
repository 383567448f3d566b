/// A result is one thing: its files appear together, whoever else is at work and whatever dies in between.
#include "io/output_folder.hpp"

#include "io/manifest.hpp"
#include "io/sha256.hpp"
#include "polhode/error.hpp"
#include "support/full_disk.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>

namespace polhode {
namespace {

namespace fs = std::filesystem;

std::string message(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class OutputFolderTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = fs::temp_directory_path() / "polhode-test-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { fs::remove_all(folder); }

    std::vector<std::string> names(const fs::path& where = "") const {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator(folder / where))
            all.push_back(entry.path().filename().string());
        std::ranges::sort(all);
        return all;
    }
    /// A result of files that hold their own names, behind a word.
    void write_result(const std::vector<std::string>& files, const std::string& word,
                      bool complete = true) const {
        OutputFolder out(folder / "result");
        for (const std::string& name : files) out.start(name).write(word + name);
        out.commit(complete);
    }

    fs::path folder;
};

using Names = std::vector<std::string>;

using test::FullDisk;

TEST_F(OutputFolderTest, FullDiskIsReportedAtTheLatestOnClosing) {
    OutputFile file(folder / "x", "result.csv");
    const FullDisk full(10);
    const std::string text = message([&] {
        file.write("a few bytes stay in the buffer");
        file.close();
    });
    EXPECT_EQ(text, "cannot write \"result.csv\": File too large");
    EXPECT_EQ(message([&] { file.close(); }), "");  // closed is closed
}

TEST_F(OutputFolderTest, FullDiskIsReportedWhenTheBufferIsFull) {
    OutputFile file(folder / "x", "result.csv");
    const FullDisk full(10);
    EXPECT_THROW(for (int i = 0; i < 1000; ++i) file.write(std::string(1000, 'x')), RunError);
}

TEST_F(OutputFolderTest, FullDiskLeavesTheEarlierResult) {
    write_result({"one", "two"}, "earlier ");
    {
        const FullDisk full(1000);
        EXPECT_THROW(write_result({"one", "two"}, std::string(2000, 'x')), RunError);
    }
    EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
    EXPECT_EQ(contents(folder / "result/one"), "earlier one");
    EXPECT_EQ(names(), Names{"result"});
}

TEST_F(OutputFolderTest, FilesGetTheirNamesTogether) {
    {
        OutputFolder out(folder / "a" / "b");
        out.start("one").write("1");
        out.start("two").write("2");
        EXPECT_FALSE(fs::exists(folder / "a/b/one"));
        out.commit();
    }
    EXPECT_EQ(contents(folder / "a/b/one"), "1");
    EXPECT_EQ(names("a/b"), (Names{"manifest.json", "one", "two"}));
    EXPECT_EQ(names("a"), Names{"b"});
    const auto manifest = read_manifest(folder / "a/b");
    ASSERT_TRUE(manifest);
    EXPECT_TRUE(manifest->complete);
    ASSERT_EQ(manifest->files.size(), 2U);
    EXPECT_EQ(manifest->files[0].name, "one");
    EXPECT_EQ(manifest->files[0].bytes, 1U);
    // printf 1 | sha256sum
    EXPECT_EQ(manifest->files[0].sha256, "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b");
}

TEST_F(OutputFolderTest, WithoutCommitNothingRemains) {
    {
        OutputFolder out(folder / "a" / "b");
        out.start("one").write("1");
    }
    EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(OutputFolderTest, FoldersOfOthersRemain) {
    fs::create_directory(folder / "a");
    {
        OutputFolder out(folder / "a" / "b");
    }
    EXPECT_TRUE(fs::is_empty(folder / "a"));
    {
        OutputFolder out(folder / "a" / "b");
        std::ofstream(folder / "a/b/mine") << "not to be removed";
    }
    EXPECT_TRUE(fs::exists(folder / "a/b/mine"));
}

TEST_F(OutputFolderTest, AFileInTheWayIsBadInput) {
    std::ofstream(folder / "file") << "x";
    EXPECT_THROW(OutputFolder{folder / "file"}, InputError);
    EXPECT_THROW(OutputFolder{folder / "file" / "inside"}, InputError);
    EXPECT_THROW(OutputFolder{fs::path{}}, InputError);
}

TEST_F(OutputFolderTest, NothingOfAnEarlierResultStays) {
    write_result({"events", "one", "snapshot"}, "earlier ");
    write_result({"one", "two"}, "later ");
    EXPECT_EQ(names("result"), (Names{"manifest.json", "one", "two"}));
    EXPECT_EQ(contents(folder / "result/one"), "later one");
    EXPECT_EQ(names(), Names{"result"});
}

TEST_F(OutputFolderTest, FilesOfOthersStayUntouched) {
    write_result({"events", "one"}, "earlier ");
    std::ofstream(folder / "result/notes") << "of the user";
    fs::create_directory(folder / "result/figures");
    write_result({"one", "two"}, "later ");
    EXPECT_EQ(names("result"), (Names{"figures", "manifest.json", "notes", "one", "two"}));
    EXPECT_EQ(contents(folder / "result/notes"), "of the user");
    EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
    EXPECT_EQ(names(), Names{"result"});
}

TEST_F(OutputFolderTest, TheModeOfTheFolderStays) {
    fs::create_directory(folder / "result");
    fs::permissions(folder / "result", fs::perms(0751));
    write_result({"one"}, "");
    EXPECT_EQ(fs::status(folder / "result").permissions(), fs::perms(0751));
}

TEST_F(OutputFolderTest, TheWorkingFolderIsNotReplaced) {
    fs::create_directory(folder / "result");
    const fs::path before = fs::current_path();
    fs::current_path(folder / "result");
    write_result({"one"}, "here ");
    EXPECT_EQ(contents("one"), "here one");
    EXPECT_EQ(trouble_with_result("."), std::nullopt);
    fs::current_path(before);
}

TEST_F(OutputFolderTest, ALinkToAFolderStaysALink) {
    fs::create_directory(folder / "disk");
    fs::create_directory_symlink(folder / "disk", folder / "result");
    write_result({"one"}, "");
    EXPECT_TRUE(fs::is_symlink(folder / "result"));
    EXPECT_EQ(contents(folder / "disk/one"), "one");
}

TEST_F(OutputFolderTest, OneWriterAtATime) {
    OutputFolder out(folder / "result");
    const std::string text = message([&] { OutputFolder another(folder / "result"); });
    EXPECT_NE(text.find("another run is writing into the folder"), std::string::npos) << text;
    out.start("one").write("1");
    out.commit();
    EXPECT_NE(message([&] { OutputFolder another(folder / "result"); }), "");  // it may amend its result
}

TEST_F(OutputFolderTest, AnIncompleteResultGoesBesideACompleteOne) {
    write_result({"one"}, "complete ");
    write_result({"one", "two"}, "part ", false);
    EXPECT_EQ(names(), (Names{"result", "result.incomplete"}));
    EXPECT_EQ(contents(folder / "result/one"), "complete one");
    EXPECT_EQ(contents(folder / "result.incomplete/one"), "part one");
    EXPECT_FALSE(read_manifest(folder / "result.incomplete")->complete);
    EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
}

TEST_F(OutputFolderTest, AnIncompleteResultReplacesAnIncompleteOne) {
    write_result({"one", "two"}, "part ", false);
    write_result({"one"}, "more ", false);
    EXPECT_EQ(names("result"), (Names{"manifest.json", "one"}));
    EXPECT_EQ(names(), Names{"result"});
}

TEST_F(OutputFolderTest, AResultWithoutAManifestCountsAsComplete) {
    fs::create_directory(folder / "result");
    std::ofstream(folder / "result/one") << "of an earlier version";
    write_result({"one"}, "part ", false);
    EXPECT_EQ(contents(folder / "result/one"), "of an earlier version");
    EXPECT_EQ(contents(folder / "result.incomplete/one"), "part one");
}

TEST_F(OutputFolderTest, AnIncompleteResultFindsAnotherNameIfItMust) {
    write_result({"one"}, "complete ");
    OutputFolder busy(folder / "result.incomplete");
    {
        OutputFolder out(folder / "result");
        out.start("one").write("part one");
        out.commit(false);
        EXPECT_TRUE(out.written_to().string().starts_with((folder / "result.incomplete.").string()));
        EXPECT_EQ(contents(out.written_to() / "one"), "part one");
        EXPECT_EQ(trouble_with_result(out.written_to()), std::nullopt);
        EXPECT_FALSE(out.amend());
    }
    EXPECT_EQ(contents(folder / "result/one"), "complete one");
}

/// The next writer of the folder must not take what belongs beside it for its own.
TEST_F(OutputFolderTest, AMoveBesideThatWasCutOffIsCompletedThere) {
    write_result({"one"}, "complete ");
    fs::create_directory(folder / ".result.incomplete.part.abcdef");
    std::ofstream(folder / ".result.incomplete.part.abcdef/one") << "part";
    std::ofstream(folder / ".result.incomplete.part.abcdef/.replaces") << "[]";
    std::ofstream(folder / ".result.incomplete.part.abcdef/manifest.json")
        << R"({"format":1,"complete":false,"files":[{"name":"one","bytes":4,"sha256":""}]})";
    {
        OutputFolder out(folder / "result");
    }
    EXPECT_EQ(contents(folder / "result/one"), "complete one");
    EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
    EXPECT_EQ(contents(folder / "result.incomplete/one"), "part");
    EXPECT_EQ(names(), (Names{"result", "result.incomplete"}));
}

TEST_F(OutputFolderTest, WhatIsNotOursIsNotReplaced) {
    fs::create_directories(folder / "result/one");
    std::ofstream(folder / "result/one/mine") << "precious";
    EXPECT_NE(message([&] { write_result({"one", "two"}, ""); }).find("there is a folder of that name"),
              std::string::npos);
    EXPECT_EQ(names("result"), Names{"one"});
    EXPECT_EQ(contents(folder / "result/one/mine"), "precious");
    EXPECT_EQ(names(), Names{"result"});
    std::ofstream(folder / "result/manifest.json") << "{}";
    EXPECT_NE(message([&] { write_result({"two"}, ""); }).find("not one of ours"), std::string::npos);
    EXPECT_EQ(contents(folder / "result/manifest.json"), "{}");
}

TEST_F(OutputFolderTest, AmendsAResult) {
    for (const bool with_notes : {false, true}) {  // exchanged, or file by file
        OutputFolder out(folder / "result");
        if (with_notes) std::ofstream(folder / "result/notes") << "of the user";
        out.start("one").write("1");
        out.start("two").write("2");
        out.commit();
        EXPECT_EQ(contents(folder / "result/two"), "2");
        out.amend();
        out.start("two").write("second");
        EXPECT_EQ(contents(folder / "result/two"), "2");
        out.commit();
        EXPECT_EQ(contents(folder / "result/one"), "1");
        EXPECT_EQ(contents(folder / "result/two"), "second");
        EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
    }
    EXPECT_EQ(names(), Names{"result"});
}

TEST_F(OutputFolderTest, AFailedAmendmentLeavesTheResult) {
    {
        OutputFolder out(folder / "result");
        out.start("one").write("1");
        out.commit();
        out.amend();
        out.start("one").write("half");
    }
    EXPECT_EQ(contents(folder / "result/one"), "1");
    EXPECT_EQ(names(), Names{"result"});
}

TEST_F(OutputFolderTest, LeftoversOfDeadWritersGo) {
    write_result({"one"}, "earlier ");
    fs::create_directory(folder / ".result.part.abcdef");
    std::ofstream(folder / ".result.part.abcdef/one") << "half";
    fs::create_directory(folder / ".result.incomplete.part.abcdef");
    std::ofstream(folder / ".result.incomplete.part.abcdef/one") << "half";
    fs::create_directory(folder / ".other.part.abcdef");
    {
        OutputFolder out(folder / "result");
    }
    EXPECT_EQ(names(), (Names{".other.part.abcdef", "result"}));
}

TEST_F(OutputFolderTest, PlantedLinksAreNotFollowed) {
    std::ofstream(folder / "victim") << "precious";
    fs::create_symlink(folder / "victim", folder / "link");
    EXPECT_THROW(OutputFile(folder / "link", "link"), RunError);
    EXPECT_EQ(contents(folder / "victim"), "precious");
    fs::create_directory(folder / "elsewhere");
    std::ofstream(folder / "elsewhere/kept") << "precious";
    fs::create_directory_symlink(folder / "elsewhere", folder / ".result.part.abcdef");
    write_result({"one"}, "");
    EXPECT_TRUE(fs::exists(folder / "elsewhere/kept"));
}

TEST_F(OutputFolderTest, AManifestWithForeignPathsIsNone) {
    fs::create_directory(folder / "result");
    for (const char* name : {"../victim", "/etc/passwd", "", "manifest.json", "a/b", ".."}) {
        std::ofstream(folder / "result/manifest.json")
            << R"({"format":1,"complete":true,"files":[{"name":")" << name << R"(","bytes":1,"sha256":""}]})";
        EXPECT_FALSE(read_manifest(folder / "result")) << name;
    }
    for (const char* text : {"", "{", "[]", "{\"format\":2}", R"({"format":1,"complete":1,"files":[]})"}) {
        std::ofstream(folder / "result/manifest.json") << text;
        EXPECT_FALSE(read_manifest(folder / "result")) << text;
    }
}

TEST_F(OutputFolderTest, TroubleIsNamed) {
    write_result({"one", "two"}, "");
    std::ofstream(folder / "result/two", std::ios::app) << "!";
    EXPECT_NE(trouble_with_result(folder / "result")->find("two\" is not the file"), std::string::npos);
    fs::remove(folder / "result/one");
    EXPECT_NE(trouble_with_result(folder / "result")->find("one\" is missing"), std::string::npos);
    fs::remove(folder / "result/manifest.json");
    EXPECT_NE(trouble_with_result(folder / "result")->find("no whole result"), std::string::npos);
}

/// Kills a writer at a moment that is as good as random, again and again, and looks at what is there.
TEST_F(OutputFolderTest, AKilledWriterLeavesOneResult) {
    for (const bool with_notes : {false, true}) {
        fs::remove_all(folder / "result");
        if (with_notes) {
            fs::create_directory(folder / "result");
            std::ofstream(folder / "result/notes") << "of the user";
        }
        write_result({"a", "b", "c"}, "0 ");
        int whole = 0;
        for (int round = 1; round <= 60; ++round) {
            const pid_t child = fork();
            if (child == 0) {
                for (int n = 0;; ++n)
                    write_result(n % 2 == 0 ? Names{"a", "b", "c"} : Names{"a", "c", "d", "e"},
                                 std::to_string(n) + ' ');
            }
            usleep(static_cast<useconds_t>(1000 + 137 * round % 7001));
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
            const auto trouble = trouble_with_result(folder / "result");
            if (!trouble) ++whole;
            if (!with_notes) {
                EXPECT_EQ(trouble, std::nullopt);
            }
            {
                OutputFolder next(folder / "result");  // completes what was begun
            }
            EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
            const auto manifest = read_manifest(folder / "result");
            ASSERT_TRUE(manifest);
            std::string word;
            for (const auto& file : manifest->files) {
                const std::string text = contents(folder / "result" / file.name);
                EXPECT_TRUE(word.empty() || text.substr(0, text.find(' ')) == word) << text;
                word = text.substr(0, text.find(' '));
            }
            EXPECT_EQ(names("result").size(), manifest->files.size() + (with_notes ? 2U : 1U));
            EXPECT_EQ(names(), Names{"result"});
        }
        EXPECT_GT(whole, 0);
    }
}

/// By the instructions of this processor, if it has them, and without.
std::string hash_of(const std::string& text) {
    Sha256 hash, portable(Sha256::How::portable);
    hash.add(text);
    portable.add(text);
    const std::string digits = hash.finish();
    EXPECT_EQ(portable.finish(), digits);
    return digits;
}

// FIPS 180-4's examples, and lengths about the ends of blocks, by sha256sum.
TEST(Sha256, IsThatOfTheStandard) {
    EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hash_of(std::string(1000000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_EQ(hash_of(std::string(55, 'x')),
              "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
    EXPECT_EQ(hash_of(std::string(64, 'x')),
              "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
    Sha256 in_parts;
    for (int i = 0; i < 1000000; i += 40) in_parts.add(std::string(40, 'a'));
    EXPECT_EQ(in_parts.finish(), hash_of(std::string(1000000, 'a')));
}

}  // namespace
}  // namespace polhode
