/// ZIP archives as in PKWARE's APPNOTE.TXT 6.3.10; sections in brackets.
#include "io/array_file.hpp"

#include <array>
#include <utility>

namespace polhode {

namespace {

constexpr std::array<std::uint32_t, 256> crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        table[i] = i;
        for (int bit = 0; bit < 8; ++bit) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320 : 0);
    }
    return table;
}

/// CRC-32 (4.4.7), continued from the value for the bytes before these.
std::uint32_t crc32(std::uint32_t crc, std::string_view bytes) {
    static constexpr std::array table = crc_table();
    crc = ~crc;
    for (const char c : bytes) crc = crc >> 8 ^ table[(crc ^ static_cast<unsigned char>(c)) & 0xFF];
    return ~crc;
}

/// Appends whole numbers in little-endian order.
class Record {
public:
    Record& u16(std::uint64_t x) { return put(x, 2); }
    Record& u32(std::uint64_t x) { return put(x, 4); }
    Record& u64(std::uint64_t x) { return put(x, 8); }
    Record& text(std::string_view t) {
        bytes += t;
        return *this;
    }
    std::string bytes;

private:
    Record& put(std::uint64_t x, int size) {
        for (int i = 0; i < size; ++i, x >>= 8) bytes += static_cast<char>(x & 0xFF);
        return *this;
    }
};

class NpzFile final : public ArrayFile {
public:
    NpzFile(OutputFile& file, std::uint64_t zip64_from) : file_(file), zip64_from_(zip64_from) {}

    void start(const ArrayInfo& array) override {
        const std::string header = npy_header(array);
        members_.push_back({array.name + ".npy", header.size() + array.bytes(), position_});
        const Member& m = members_.back();
        Record r;  // local file header (4.3.7); the checksum follows when it is known
        r.u32(0x04034B50).u16(version(m)).u16(0).u16(0).u16(0).u16(date).u32(0);
        r.u32(small(m.size)).u32(small(m.size)).u16(m.name.size()).u16(large(m.size) ? 20 : 0).text(m.name);
        if (large(m.size)) r.u16(1).u16(16).u64(m.size).u64(m.size);  // (4.5.3)
        append(r.bytes);
        member_bytes(header);
    }
    void write(std::span<const double> values) override { member_bytes(bytes_of(values)); }
    void write(std::span<const std::uint8_t> values) override { member_bytes(bytes_of(values)); }
    void finish() override {
        constexpr std::uint64_t checksum_at = 14;
        file_.overwrite(members_.back().offset + checksum_at, Record().u32(members_.back().crc).bytes);
    }

    void close() override {
        const std::uint64_t directory = position_;
        for (const Member& m : members_) {
            Record extra;  // in this order (4.5.3)
            if (large(m.size)) extra.u64(m.size).u64(m.size);
            if (large(m.offset)) extra.u64(m.offset);
            const std::size_t extra_size = extra.bytes.empty() ? 0 : extra.bytes.size() + 4;
            Record r;  // central directory header (4.3.12)
            r.u32(0x02014B50).u16(45).u16(version(m)).u16(0).u16(0).u16(0).u16(date).u32(m.crc);
            r.u32(small(m.size)).u32(small(m.size)).u16(m.name.size()).u16(extra_size).u16(0).u16(0).u16(0);
            r.u32(0).u32(small(m.offset)).text(m.name);
            if (extra_size) r.u16(1).u16(extra.bytes.size()).text(extra.bytes);
            append(r.bytes);
        }
        const std::uint64_t end = position_, size = end - directory, count = members_.size();
        Record r;
        if (large(directory)) {  // (4.3.14, 4.3.15)
            r.u32(0x06064B50).u64(44).u16(45).u16(45).u32(0).u32(0).u64(count).u64(count).u64(size);
            r.u64(directory).u32(0x07064B50).u32(0).u64(end).u32(1);
        }
        r.u32(0x06054B50).u16(0).u16(0).u16(count).u16(count).u32(size).u32(small(directory)).u16(0);
        append(r.bytes);  // (4.3.16)
        file_.close();
    }

private:
    struct Member {
        std::string name;
        std::uint64_t size, offset;
        std::uint32_t crc = 0;
    };
    static constexpr std::uint64_t date = 0x21;  // 1 January 1980: equal arrays make equal files

    bool large(std::uint64_t x) const { return x >= zip64_from_; }
    std::uint64_t small(std::uint64_t x) const { return large(x) ? 0xFFFFFFFF : x; }
    std::uint64_t version(const Member& m) const { return large(m.size) || large(m.offset) ? 45 : 20; }

    void append(std::string_view bytes) {
        file_.write(bytes);
        position_ += bytes.size();
    }
    void member_bytes(std::string_view bytes) {
        members_.back().crc = crc32(members_.back().crc, bytes);
        append(bytes);
    }

    OutputFile& file_;
    std::uint64_t zip64_from_, position_ = 0;
    std::vector<Member> members_;
};

}  // namespace

std::unique_ptr<ArrayFile> npz_file(OutputFolder& folder, const std::string& name, std::uint64_t zip64_from) {
    return std::make_unique<NpzFile>(folder.start(name + ".npz"), zip64_from);
}

}  // namespace polhode
