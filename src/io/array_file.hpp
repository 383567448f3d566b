/// Arrays of numbers written to a file some rows at a time, so that they need not fit into memory.
#pragma once

#include "io/output_folder.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace polhode {

struct ArrayInfo {
    enum class Type { float64, uint8 };
    std::string name;
    Type type;
    std::vector<std::size_t> shape;

    std::size_t bytes() const;
};

/// A file of named arrays: start, write until it is full, finish; then the next.
class ArrayFile {
public:
    ArrayFile() = default;
    ArrayFile(const ArrayFile&) = delete;
    ArrayFile& operator=(const ArrayFile&) = delete;
    virtual ~ArrayFile() = default;

    virtual void start(const ArrayInfo& array) = 0;
    virtual void write(std::span<const double> values) = 0;
    virtual void write(std::span<const std::uint8_t> values) = 0;
    virtual void finish() = 0;  ///< ends the array
    virtual void close() = 0;   ///< ends the file
};

/// The header of NumPy's format 1.0, for numbers stored row by row in little-endian order.
std::string npy_header(const ArrayInfo& array);

/// One file NAME-ARRAY.npy for each array.
std::unique_ptr<ArrayFile> npy_files(OutputFolder& folder, std::string name);

/// NAME.npz: a ZIP archive of ARRAY.npy, stored without compression. From `zip64_from` bytes on, sizes and
/// offsets take the form for large archives.
std::unique_ptr<ArrayFile> npz_file(OutputFolder& folder, const std::string& name,
                                    std::uint64_t zip64_from = 0xFFFFFFFF);

}  // namespace polhode
