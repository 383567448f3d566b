#include "io/output_folder.hpp"

#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <fstream>
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

class OutputFolderTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = fs::temp_directory_path() / "polhode-test-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { fs::remove_all(folder); }
    fs::path folder;
};

TEST_F(OutputFolderTest, FullDiskIsReportedAtTheLatestOnClosing) {
    OutputFile file("/dev/full", "result.csv");
    const std::string text = message([&] {
        file.write("a few bytes stay in the buffer");
        file.close();
    });
    EXPECT_EQ(text, "cannot write \"result.csv\": No space left on device");
    EXPECT_EQ(message([&] { file.close(); }), "");  // closed is closed
}

TEST_F(OutputFolderTest, FullDiskIsReportedWhenTheBufferIsFull) {
    OutputFile file("/dev/full", "result.csv");
    EXPECT_THROW(for (int i = 0; i < 1000; ++i) file.write(std::string(1000, 'x')), RunError);
}

TEST_F(OutputFolderTest, FilesGetTheirNamesTogether) {
    {
        OutputFolder out(folder / "a" / "b");
        out.start("one").write("1");
        out.start("two").write("2");
        EXPECT_FALSE(fs::exists(folder / "a/b/one"));
        out.commit();
    }
    std::ifstream one(folder / "a/b/one");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(one), {}), "1");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "a/b"), {}), 2);
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
    EXPECT_THROW(OutputFolder(folder / "file"), InputError);
    EXPECT_THROW(OutputFolder(folder / "file" / "inside"), InputError);
    EXPECT_THROW(OutputFolder(""), InputError);
}

}  // namespace
}  // namespace polhode
