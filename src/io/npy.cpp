#include "io/array_file.hpp"

#include <fmt/format.h>
#include <bit>
#include <utility>

namespace polhode {

static_assert(std::endian::native == std::endian::little, "the numbers are written as they are in memory");

std::size_t ArrayInfo::bytes() const {
    std::size_t bytes = type == Type::float64 ? sizeof(double) : sizeof(std::uint8_t);
    for (const std::size_t n : shape) bytes *= n;
    return bytes;
}

std::string npy_header(const ArrayInfo& array) {
    std::string shape;
    for (const std::size_t n : array.shape) shape += fmt::format("{}, ", n);
    if (array.shape.size() > 1) shape.resize(shape.size() - 2);
    if (array.shape.size() == 1) shape.resize(shape.size() - 1);  // (5,)
    std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                         array.type == ArrayInfo::Type::float64 ? "<f8" : "|u1", shape);
    // magic, version and length take 10 bytes; the numbers begin at a multiple of 64
    dictionary.append(63 - (10 + dictionary.size()) % 64, ' ').push_back('\n');
    std::string header = "\x93NUMPY";
    header += {1, 0, static_cast<char>(dictionary.size() % 256), static_cast<char>(dictionary.size() / 256)};
    return header + dictionary;
}

namespace {

class NpyFiles final : public ArrayFile {
public:
    NpyFiles(OutputFolder& folder, std::string name) : folder_(folder), name_(std::move(name)) {}

    void start(const ArrayInfo& array) override {
        file_ = &folder_.start(fmt::format("{}-{}.npy", name_, array.name));
        file_->write(npy_header(array));
    }
    void write(std::span<const double> values) override { file_->write(bytes_of(values)); }
    void write(std::span<const std::uint8_t> values) override { file_->write(bytes_of(values)); }
    void finish() override { file_->close(); }
    void close() override {}

private:
    OutputFolder& folder_;
    std::string name_;
    OutputFile* file_ = nullptr;
};

}  // namespace

std::unique_ptr<ArrayFile> npy_files(OutputFolder& folder, std::string name) {
    return std::make_unique<NpyFiles>(folder, std::move(name));
}

}  // namespace polhode
