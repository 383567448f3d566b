/// Reads NPZ archives as a stranger would: by their central directory, every length and checksum checked.
#pragma once

#include <boost/crc.hpp>
#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace polhode::test {

struct NpyArray {
    std::string type;   ///< "<f8"
    std::string shape;  ///< "10, 4"
    std::string bytes;

    std::vector<double> numbers() const {
        std::vector<double> v(bytes.size() / sizeof(double));
        std::memcpy(v.data(), bytes.data(), v.size() * sizeof(double));
        return v;
    }
};

class Bytes {
public:
    explicit Bytes(const std::string& text) : text_(text) {}
    std::uint64_t number(std::size_t at, int size) const {
        std::uint64_t x = 0;
        for (int i = size; i-- > 0;)
            x = x << 8 | static_cast<unsigned char>(text_.at(at + static_cast<std::size_t>(i)));
        return x;
    }
    std::string part(std::size_t at, std::size_t size) const {
        if (at + size > text_.size()) throw std::runtime_error("the file is cut");
        return text_.substr(at, size);
    }

private:
    const std::string& text_;
};

inline void demand(bool condition, const char* what) {
    if (!condition) throw std::runtime_error(what);
}

inline NpyArray read_npy(const std::string& text) {
    const Bytes bytes(text);
    demand(bytes.part(0, 6) == "\x93NUMPY" && bytes.number(6, 1) == 1 && bytes.number(7, 1) == 0, "magic");
    const std::size_t length = bytes.number(8, 2);
    demand((10 + length) % 64 == 0, "alignment");
    const std::string header = bytes.part(10, length);
    demand(header.back() == '\n' && header.find("'fortran_order': False") != header.npos, "header");
    const auto between = [&](const std::string& before, char after) {
        const std::size_t begin = header.find(before) + before.size();
        return header.substr(begin, header.find(after, begin) - begin);
    };
    return {between("'descr': '", '\''), between("'shape': (", ')'), text.substr(10 + length)};
}

inline std::map<std::string, NpyArray> read_npz(const std::string& text) {
    const Bytes zip(text);
    const std::size_t end = text.size() - 22;
    demand(zip.number(end, 4) == 0x06054B50, "end of central directory");
    std::uint64_t count = zip.number(end + 10, 2), directory = zip.number(end + 16, 4);
    if (directory == 0xFFFFFFFF) {
        demand(zip.number(end - 20, 4) == 0x07064B50, "zip64 locator");
        const std::size_t record = zip.number(end - 12, 8);
        demand(zip.number(record, 4) == 0x06064B50, "zip64 end of central directory");
        directory = zip.number(record + 48, 8);
    }
    std::map<std::string, NpyArray> arrays;
    for (std::size_t at = directory; count > 0; --count) {
        demand(zip.number(at, 4) == 0x02014B50, "central directory header");
        demand(zip.number(at + 10, 2) == 0, "stored");
        const std::size_t name_size = zip.number(at + 28, 2), extra_size = zip.number(at + 30, 2);
        const std::string name = zip.part(at + 46, name_size);
        std::uint64_t size = zip.number(at + 24, 4), offset = zip.number(at + 42, 4);
        std::size_t extra = at + 46 + name_size + 4;
        if (size == 0xFFFFFFFF) size = zip.number(extra, 8), extra += 16;
        if (offset == 0xFFFFFFFF) offset = zip.number(extra, 8);
        demand(zip.number(offset, 4) == 0x04034B50, "local header");
        demand(zip.number(offset + 14, 4) == zip.number(at + 16, 4), "both checksums");
        const std::size_t data = offset + 30 + zip.number(offset + 26, 2) + zip.number(offset + 28, 2);
        const std::string member = zip.part(data, size);
        boost::crc_32_type crc;
        crc.process_bytes(member.data(), member.size());
        demand(crc.checksum() == zip.number(at + 16, 4), "checksum");
        demand(name.ends_with(".npy"), "name");
        arrays[name.substr(0, name.size() - 4)] = read_npy(member);
        at += 46 + name_size + extra_size;
    }
    return arrays;
}

}  // namespace polhode::test
