// The lecture's collision game: succ(u) is the hash of the text that mt19937_64 makes of u, and Floyd's tortoise and hare find
// where the tail meets the cycle. Usage: floydhash START. Prints nanoseconds of processor time and the common hash.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>

typedef unsigned long long ull;

static std::string gen(ull seed) {
    std::mt19937_64 rng(seed);
    ull u = rng();
    std::string text;
    while (u > 0) {
        text += 'a' + u % 26;
        u /= 26;
    }
    return text;
}

static ull hash(const std::string &s) {
    const ull p = 31, m = 1000000009;
    ull value = 0, power = 1;
    for (char c : s) {
        value = (value + (c - 'a' + 1) * power) % m;
        power = power * p % m;
    }
    return value;
}

static ull succ(ull u) { return hash(gen(u)); }

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    const ull start = strtoull(argv[1], nullptr, 10);
    const clock_t begin = clock();
    ull slow = succ(start), fast = succ(succ(start));
    while (slow != fast) {
        slow = succ(slow);
        fast = succ(succ(fast));
    }
    slow = start;
    while (slow != fast) {
        slow = succ(slow);
        fast = succ(fast);
    }
    printf("%lld %llu\n", (long long)(double(clock() - begin) * (1e9 / CLOCKS_PER_SEC)), slow);
}
