/// NPY and NPZ: written in pieces, read back by ourselves and by NumPy; rows of a user's file.
#include "io/array_file.hpp"

#include "ensemble/read_npz.hpp"
#include "io/array_rows.hpp"
#include "program/run_program.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode::test {
namespace {

using ArrayFileTest = ProgramTest;
using RowsTest = ProgramTest;

const std::vector<double> twelve{1, -2.5, 1e-310, 4, 5, 6, 7, 8, 0.1, 1e300, -0.0, 12};
const std::vector<std::uint8_t> flags{0, 1, 0};

void write_arrays(ArrayFile& file) {
    file.start({"attitude", ArrayInfo::Type::float64, {3, 4}});
    file.write(std::span(twelve).first(4));
    file.write(std::span(twelve).subspan(4));
    file.finish();
    file.start({"failed", ArrayInfo::Type::uint8, {3}});
    file.write(flags);
    file.finish();
    file.close();
}

void expect_arrays(const std::map<std::string, NpyArray>& arrays) {
    ASSERT_EQ(arrays.size(), 2U);
    EXPECT_EQ(arrays.at("attitude").type, "<f8");
    EXPECT_EQ(arrays.at("attitude").shape, "3, 4");
    EXPECT_EQ(arrays.at("attitude").numbers(), twelve);
    EXPECT_TRUE(std::signbit(arrays.at("attitude").numbers()[10]));
    EXPECT_EQ(arrays.at("failed").type, "|u1");
    EXPECT_EQ(arrays.at("failed").shape, "3,");
    EXPECT_EQ(arrays.at("failed").bytes, std::string("\0\1\0", 3));
}

TEST_F(ArrayFileTest, NpzReadsBack) {
    // the form for large archives too: for the sizes, and for the second offset and the directory alone
    for (const std::uint64_t zip64_from : {0xFFFFFFFFUL, 250UL, 1UL}) {
        OutputFolder out(folder);
        write_arrays(*npz_file(out, "x", zip64_from));
        out.commit();
        expect_arrays(read_npz(contents(folder / "x.npz")));
    }
}

TEST_F(ArrayFileTest, NpyReadsBack) {
    OutputFolder out(folder);
    write_arrays(*npy_files(out, "x"));
    out.commit();
    expect_arrays({{"attitude", read_npy(contents(folder / "x-attitude.npy"))},
                   {"failed", read_npy(contents(folder / "x-failed.npy"))}});
}

TEST_F(ArrayFileTest, NumpyReadsThem) {
    if (std::system("python3 -c 'import numpy' >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no NumPy";
    for (const std::uint64_t zip64_from : {0xFFFFFFFFUL, 250UL, 1UL}) {
        OutputFolder out(folder);
        write_arrays(*npz_file(out, "x", zip64_from));
        write_arrays(*npy_files(out, "x"));
        out.commit();
        write("check.py",
              "import numpy, zipfile\n"
              "assert zipfile.ZipFile('x.npz').testzip() is None\n"
              "z = numpy.load('x.npz')\n"
              "for a in z['attitude'], numpy.load('x-attitude.npy'):\n"
              "    assert a.shape == (3, 4) and a.dtype == 'f8', a\n"
              "    assert a.ravel().tolist() == [1, -2.5, 1e-310, 4, 5, 6, 7, 8, .1, 1e300, 0, 12], a\n"
              "for f in z['failed'], numpy.load('x-failed.npy'):\n"
              "    assert f.tolist() == [0, 1, 0] and f.dtype == 'u1', f\n");
        EXPECT_EQ(std::system(fmt::format("cd {} && python3 check.py", folder.string()).c_str()), 0);
    }
}

TEST_F(RowsTest, NpyGivesTheRowsWanted) {
    OutputFolder out(folder);
    write_arrays(*npy_files(out, "x"));
    out.commit();
    EXPECT_EQ(*read_rows(folder / "x-attitude.npy", {3, 4, 0, 3}), twelve);
    EXPECT_EQ(*read_rows(folder / "x-attitude.npy", {3, 4, 1, 2}),
              std::vector(twelve.begin() + 4, twelve.begin() + 8));
}

TEST_F(RowsTest, CsvGivesTheRowsWanted) {
    write("x.csv", "# three bodies\nx, y\r\n1,2\r\n\n 3 , -4e-1\n+5,.6");
    EXPECT_EQ(*read_rows(folder / "x.csv", {3, 2, 0, 3}), (std::vector<double>{1, 2, 3, -0.4, 5, 0.6}));
    EXPECT_EQ(*read_rows(folder / "x.csv", {3, 2, 2, 3}), (std::vector<double>{5, 0.6}));
}

TEST_F(RowsTest, ATableHasAsManyRowsAsThereAre) {
    OutputFolder out(folder);
    write_arrays(*npy_files(out, "x"));
    out.commit();
    write("x.csv", "t,Tx\n1,2\n3,4\n");
    write("empty.csv", "");
    EXPECT_EQ(*read_table(folder / "x-attitude.npy", 4), twelve);
    EXPECT_EQ(*read_table(folder / "x.csv", 2), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_TRUE(read_table(folder / "empty.csv", 2)->empty());
    const auto message = [&](const char* file, std::size_t columns) {
        return read_table(folder / file, columns).error().message;
    };
    EXPECT_NE(message("x-attitude.npy", 3).find("its shape is 3 x 4, expected rows of 3 numbers"),
              std::string::npos);
    EXPECT_NE(message("x.csv", 3).find("line 2 is \"1,2\", expected 3 finite numbers"), std::string::npos);
    EXPECT_NE(message("none.csv", 3).find("No such file"), std::string::npos);
}

TEST_F(RowsTest, DamagedHeadersAreNamed) {
    OutputFolder out(folder);
    write_arrays(*npy_files(out, "x"));
    out.commit();
    const std::string good = contents(folder / "x-attitude.npy");
    const auto message = [&](const std::string& npy) {
        write("bad.npy", npy);
        const auto rows = read_rows(folder / "bad.npy", {3, 4, 0, 3});
        return rows ? "" : rows.error().message;
    };
    const auto with = [&](const std::string& before, const std::string& after) {
        std::string npy = good;
        return npy.replace(npy.find(before), before.size(), after);
    };
    EXPECT_EQ(message(good), "");
    for (const char* shape : {"(-3,4)", "(3j4) ", "(3.4) ", "(3 4) "})
        EXPECT_NE(message(with("(3, 4)", shape)).find("expected whole numbers"), std::string::npos) << shape;
    EXPECT_NE(message(with(std::string("NUMPY\x01"), std::string("NUMPY\x09"))).find("version 9"),
              std::string::npos);
    const std::size_t cut = good.find("'descr'") + 7;
    std::string ends = good.substr(0, cut);
    ends[8] = static_cast<char>(cut - 10);
    ends[9] = 0;
    EXPECT_NE(message(ends).find("its header has no 'descr'"), std::string::npos) << message(ends);
}

TEST_F(RowsTest, ARowWithAMisspeltNumberIsNoneOfNames) {
    write("bom.csv",
          "\xEF\xBB\xBF"
          "1,2\n3,4\n");
    EXPECT_EQ(*read_table(folder / "bom.csv", 2), (std::vector<double>{1, 2, 3, 4}));
    write("typo.csv", "1,2x\n3,4\n");
    EXPECT_NE(read_table(folder / "typo.csv", 2).error().message.find("line 1 is \"1,2x\""),
              std::string::npos);
    write("names.csv", "time,infinite\n3,4\n");
    EXPECT_EQ(*read_table(folder / "names.csv", 2), (std::vector<double>{3, 4}));
}

TEST_F(RowsTest, SaysWhatIsWrong) {
    OutputFolder out(folder);
    write_arrays(*npy_files(out, "x"));
    out.commit();
    const std::string good = contents(folder / "x-attitude.npy");
    write("cut.npy", good.substr(0, good.size() - 8));
    write("short.npy", good.substr(0, 40));
    write("text.npy", "hello, hello");
    write("x.txt", "1,2\n");
    write("word.csv", "a,b\n1,2\n3,x\n");
    write("nan.csv", "1,2\n3,nan\n");
    write("row.csv", "1,2\n3\n");
    std::string column = good;
    column.replace(column.find("False, "), 7, "True,  ");
    write("column.npy", column);
    struct Case {
        const char* file;
        RowsWanted wanted;
        std::vector<std::string> says;
    };
    for (const Case& c : std::vector<Case>{
             {"x-attitude.npy", {5, 4, 0, 5}, {"x-attitude.npy", "3 x 4", "5 x 4"}},
             {"x-attitude.npy", {3, 3, 0, 3}, {"3 x 4", "3 x 3"}},
             {"x-failed.npy", {3, 1, 0, 3}, {"'|u1'", "'<f8'"}},
             {"column.npy", {3, 4, 0, 3}, {"column by column"}},
             {"cut.npy", {3, 4, 0, 3}, {"too early"}},
             {"short.npy", {3, 4, 0, 3}, {"too early"}},
             {"text.npy", {3, 4, 0, 3}, {"no NPY file"}},
             {"x.txt", {1, 2, 0, 1}, {"x.txt", ".npy or .csv"}},
             {"none.csv", {1, 2, 0, 1}, {"none.csv", "No such file"}},
             {"word.csv", {2, 2, 0, 2}, {"line 3", "3,x", "2 finite numbers"}},
             {"nan.csv", {2, 2, 0, 2}, {"line 2", "3,nan"}},
             {"row.csv", {2, 2, 0, 2}, {"line 2", "expected 2"}},
             {"word.csv", {1, 2, 0, 1}, {"line 3"}},
         }) {
        const auto rows = read_rows(folder / c.file, c.wanted);
        ASSERT_FALSE(rows.ok()) << c.file;
        for (const std::string& part : c.says)
            EXPECT_NE(rows.error().message.find(part), std::string::npos)
                << rows.error().message << " | " << part;
    }
}

}  // namespace
}  // namespace polhode::test
