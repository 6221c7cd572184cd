// Polynomial hash modulo 2^61 - 1 with a secret base. Two different texts of n bytes have equal hashes with probability at most
// (n - 1) / (2^61 - 1), whoever wrote them, as long as the base stays secret and is drawn anew by every run.
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

struct PolyHash {
    using u64 = std::uint64_t;
    static constexpr u64 P = (1ULL << 61) - 1;

    static u64 add(u64 a, u64 b) { return a + b >= P ? a + b - P : a + b; }
    static u64 sub(u64 a, u64 b) { return a >= b ? a - b : a + P - b; }
    static u64 mul(u64 a, u64 b) {
        unsigned __int128 product = (unsigned __int128)a * b;
        return add((u64)(product & P), (u64)(product >> 61));
    }
    static u64 letter(unsigned char c) { return c + 1ULL; }

    // Drawn once in a run, each of 0, 1, ..., P - 1 as likely as any other.
    static u64 base() {
        static const u64 drawn = [] {
            std::random_device device;
            std::seed_seq seed{(u64)device(), (u64)device(), (u64)device(),
                               (u64)std::chrono::steady_clock::now().time_since_epoch().count()};
            std::mt19937_64 random(seed);
            u64 value;
            do value = random() >> 3;
            while (value >= P);
            return value;
        }();
        return drawn;
    }

    // prefix[i] is the hash of the first i bytes, power[i] the base to that power.
    std::vector<u64> prefix, power;

    explicit PolyHash(const std::string &text) : prefix(text.size() + 1), power(text.size() + 1, 1) {
        for (std::size_t i = 0; i < text.size(); i++) {
            prefix[i + 1] = add(mul(prefix[i], base()), letter(text[i]));
            power[i + 1] = mul(power[i], base());
        }
    }

    // The hash of bytes l up to r, r not included.
    u64 hash(std::size_t l, std::size_t r) const { return sub(prefix[r], mul(prefix[l], power[r - l])); }

    bool equal(std::size_t l1, std::size_t r1, std::size_t l2, std::size_t r2) const {
        return r1 - l1 == r2 - l2 && hash(l1, r1) == hash(l2, r2);
    }

    // A window that moves forward; its hash is that of the substring it shows.
    struct Rolling {
        u64 hash = 0, top = 1;
        explicit Rolling(const std::string &window) {
            for (std::size_t i = 0; i < window.size(); i++) {
                hash = add(mul(hash, base()), letter(window[i]));
                if (i > 0) top = mul(top, base());
            }
        }
        void roll(unsigned char leaving, unsigned char entering) {
            hash = add(mul(sub(hash, mul(letter(leaving), top)), base()), letter(entering));
        }
    };
};
