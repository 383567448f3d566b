/// What a run has to remember, as bytes: written in an order, and read in the same one. A class tells it once, for both
/// directions:
///
///     void keep(Archive& archive) { archive(count_, state_, name_); }
///
/// The bytes are for the same version of the library on the same kind of machine, no exchange format.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace polhode::core {

class Archive {
public:
    /// To be written.
    Archive() = default;
    /// To be read.
    explicit Archive(std::vector<std::byte> bytes) : bytes_(std::move(bytes)), reading_(true) {}

    bool is_reading() const { return reading_; }
    /// Whether everything that was asked for was there. What was not keeps its value.
    bool is_good() const { return good_; }
    /// Whether there is nothing left to read.
    bool is_at_end() const { return at_ == bytes_.size(); }
    const std::vector<std::byte>& bytes() const { return bytes_; }
    /// The bytes do not fit those who read them.
    void refuse() { good_ = false; }

    template <class... Values>
    void operator()(Values&... values) {
        (one(values), ...);
    }

private:
    template <class Value>
    void one(Value& value) {
        if constexpr (requires { value.keep(*this); }) {
            value.keep(*this);
        } else {
            static_assert(std::is_trivially_copyable_v<Value>, "a class says how it is kept: keep(Archive&)");
            static_assert(!std::is_pointer_v<Value>, "an address means nothing in another process");
            raw(&value, sizeof value);
        }
    }
    /// Not every byte is one, so that it is read as a number first.
    void one(bool& truth) {
        auto byte = static_cast<unsigned char>(truth);
        raw(&byte, 1);
        if (byte > 1) return refuse();
        truth = byte == 1;
    }
    void one(std::string& text) { row(text); }
    template <class Value>
    void one(std::vector<Value>& values) {
        if constexpr (std::is_trivially_copyable_v<Value>) {
            row(values);
        } else {
            std::size_t count = values.size();
            one(count);
            if (reading_ && count > bytes_.size() - at_) return refuse();  // each takes a byte at least
            if (reading_) values.resize(good_ ? count : 0);
            for (Value& value : values) one(value);
        }
    }
    template <class Value>
    void one(std::optional<Value>& value) {
        bool is_there = value.has_value();
        one(is_there);
        if (reading_ && good_) {
            if (is_there && !value)
                value.emplace();
            else if (!is_there)
                value.reset();
        }
        if (value) one(*value);
    }
    template <class First, class Second>
    void one(std::pair<First, Second>& two) {
        one(two.first);
        one(two.second);
    }

    /// Numbers that stand in a row, after how many they are.
    template <class Row>
    void row(Row& values) {
        std::size_t count = values.size();
        one(count);
        if (reading_) {
            if (!good_ || count > (bytes_.size() - at_) / sizeof(typename Row::value_type)) return refuse();
            values.resize(count);
        }
        raw(values.data(), count * sizeof(typename Row::value_type));
    }

    /// Not inlined: every method has its own functions that call it several times.
    [[gnu::noinline]] void raw(void* value, std::size_t size) {
        if (size == 0) return;
        if (!reading_) {
            const std::size_t begin = bytes_.size();
            bytes_.resize(begin + size);
            std::memcpy(bytes_.data() + begin, value, size);
        } else if (good_ && size <= bytes_.size() - at_) {
            std::memcpy(value, bytes_.data() + at_, size);
            at_ += size;
        } else {
            good_ = false;
        }
    }

    std::vector<std::byte> bytes_;
    std::size_t at_ = 0;
    bool reading_ = false, good_ = true;
};

}  // namespace polhode::core
