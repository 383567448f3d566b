#include "io/sha256.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace polhode {
namespace {

// FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const unsigned char* p) {
    return (std::uint32_t{p[0]} << 24) | (std::uint32_t{p[1]} << 16) | (std::uint32_t{p[2]} << 8) | p[3];
}

constexpr std::size_t block_bytes = 64;

// FIPS 180-4, section 6.2.2, with its letters.
void take_portably(std::array<std::uint32_t, 8>& state, const unsigned char* blocks, std::size_t count) {
    using std::rotr;
    for (; count > 0; --count, blocks += block_bytes) {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t t = 0; t < 16; ++t) w[t] = big_endian(blocks + 4 * t);
        for (std::size_t t = 16; t < 64; ++t) {
            const std::uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> 3),
                                s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
            w[t] = s1 + w[t - 7] + s0 + w[t - 16];
        }
        auto [a, b, c, d, e, f, g, h] = state;
        for (std::size_t t = 0; t < 64; ++t) {
            const std::uint32_t sum1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25), choice = (e & f) ^ (~e & g),
                                t1 = h + sum1 + choice + round_constants[t] + w[t],
                                sum0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22),
                                majority = (a & b) ^ (a & c) ^ (b & c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + sum0 + majority;
        }
        const std::array<std::uint32_t, 8> more{a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < state.size(); ++i) state[i] += more[i];
    }
}

#if defined(__x86_64__)

bool has_instructions() {
    constexpr unsigned sha = 1U << 29, ssse3 = 1U << 9, sse41 = 1U << 19;
    unsigned a = 0, b = 0, c = 0, d = 0, ignored = 0;
    return __get_cpuid_count(7, 0, &a, &b, &ignored, &ignored) != 0 && (b & sha) != 0
        && __get_cpuid(1, &a, &ignored, &c, &d) != 0 && (c & ssse3) != 0 && (c & sse41) != 0;
}

// Four rounds at a time. The instructions want the letters as (a, b, e, f) and (c, d, g, h).
[[gnu::target("sha,ssse3,sse4.1")]] void take_by_instructions(std::array<std::uint32_t, 8>& state,
                                                              const unsigned char* blocks,
                                                              std::size_t count) {
    const auto load = [](const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); };
    const __m128i big_endian_words = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i badc = _mm_shuffle_epi32(load(state.data()), 0xb1),
                  hgfe = _mm_shuffle_epi32(load(state.data() + 4), 0x1b);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
    for (; count > 0; --count, blocks += block_bytes) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w[4];
        for (int i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(load(blocks + 16 * i), big_endian_words);
#pragma GCC unroll 16
        for (int i = 0; i < 16; ++i) {
            __m128i& now = w[i % 4];
            const __m128i last = w[(i + 3) % 4];
            if (i >= 4) {
                const __m128i seven_before = _mm_alignr_epi8(last, w[(i + 2) % 4], 4);
                now = _mm_sha256msg2_epu32(
                    _mm_add_epi32(_mm_sha256msg1_epu32(now, w[(i + 1) % 4]), seven_before), last);
            }
            const __m128i wk = _mm_add_epi32(now, load(round_constants.data() + 4 * i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif

}  // namespace

Sha256::Sha256([[maybe_unused]] How how) : take_(take_portably) {
#if defined(__x86_64__)
    static const bool is_faster = has_instructions();
    if (how == How::fastest && is_faster) take_ = take_by_instructions;
#endif
}

void Sha256::add(std::string_view bytes) {
    bytes_ += bytes.size();
    const auto* next = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t left = bytes.size();
    while (left > 0) {
        if (in_rest_ == 0 && left >= block_bytes) {
            const std::size_t count = left / block_bytes;
            take_(state_, next, count);
            next += count * block_bytes;
            left -= count * block_bytes;
            continue;
        }
        const std::size_t some = std::min(left, rest_.size() - in_rest_);
        std::copy_n(next, some, rest_.begin() + static_cast<std::ptrdiff_t>(in_rest_));
        next += some;
        left -= some;
        in_rest_ = (in_rest_ + some) % rest_.size();
        if (in_rest_ == 0) take_(state_, rest_.data(), 1);
    }
}

std::string Sha256::finish() {
    const std::uint64_t bits = 8 * bytes_;
    add("\x80");
    while (in_rest_ != rest_.size() - sizeof bits) add(std::string_view("\0", 1));
    for (int shift = 56; shift >= 0; shift -= 8) {
        const char byte = static_cast<char>(bits >> shift);
        add({&byte, 1});
    }
    std::string text;
    for (const std::uint32_t word : state_) text += fmt::format("{:08x}", word);
    return text;
}

}  // namespace polhode
