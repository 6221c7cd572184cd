// The usual template: prefix hashes modulo 2^61 - 1 and powers, the hash of a substring by one product, the longest common prefix of
// two suffixes by halving. substrings KIND: prints the nanoseconds for the tables of a text of 10^7 letters and 10^7 random pairs, and
// the sum of the prefixes. KIND is `random` letters or `same` letters.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

using u64 = std::uint64_t;

static const u64 P = (1ULL << 61) - 1, BASE = 0x123456789abcdefULL;

static u64 mul(u64 a, u64 b) {
    __uint128_t product = (__uint128_t)a * b;
    u64 sum = (u64)(product & P) + (u64)(product >> 61);
    return sum >= P ? sum - P : sum;
}

struct Hash {
    std::vector<u64> prefix, power;
    explicit Hash(const std::string &s) : prefix(s.size() + 1), power(s.size() + 1, 1) {
        for (size_t i = 0; i < s.size(); i++) {
            prefix[i + 1] = mul(prefix[i], BASE) + (unsigned char)s[i];
            if (prefix[i + 1] >= P) prefix[i + 1] -= P;
            power[i + 1] = mul(power[i], BASE);
        }
    }
    u64 get(size_t l, size_t r) const {
        u64 value = prefix[r] + P - mul(prefix[l], power[r - l]);
        return value >= P ? value - P : value;
    }
    size_t lcp(size_t i, size_t j) const {
        size_t low = 0, high = prefix.size() - 1 - (i > j ? i : j);
        while (low < high) {
            size_t middle = (low + high + 1) / 2;
            if (get(i, i + middle) == get(j, j + middle)) low = middle;
            else high = middle - 1;
        }
        return low;
    }
};

static u64 state = 1;

static u64 draw() {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return state >> 33;
}

int main(int, char **arguments) {
    const size_t n = 10000000;
    bool random = !strcmp(arguments[1], "random");
    std::string s(n, 'a');
    for (char &c : s) c = random ? 'a' + draw() % 26 : 'a';
    clock_t start = clock();
    Hash hash(s);
    u64 sum = 0;
    for (size_t q = 0; q < n; q++) {
        size_t i = draw() % n, j = draw() % n;
        sum += hash.lcp(i, j);
    }
    u64 time = (u64)((double)(clock() - start) / CLOCKS_PER_SEC * 1e9);
    printf("%llu %llu\n", (unsigned long long)time, (unsigned long long)sum);
}
