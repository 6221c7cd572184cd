// The values of Grundy's game as a lecture shows it: for each heap the values of all options in a vector, and the least
// number that is not in it. Usage: grundy COUNT. Prints nanoseconds by the clock, and a checksum of the values.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static int mex(const std::vector<int> &values, std::vector<char> &seen) {
    std::fill(seen.begin(), seen.end(), 0);
    for (int value : values) {
        if (value >= (int)seen.size()) seen.resize(value + 1, 0);
        seen[value] = 1;
    }
    int least = 0;
    while (least < (int)seen.size() && seen[least]) least++;
    return least;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    const int count = std::atoi(argv[1]);
    const auto start = std::chrono::steady_clock::now();
    std::vector<int> g(count), options;
    std::vector<char> seen;
    for (int n = 0; n < count; n++) {
        options.clear();
        for (int a = 1; 2 * a < n; a++) options.push_back(g[a] ^ g[n - a]);
        g[n] = mex(options, seen);
    }
    const auto time = std::chrono::steady_clock::now() - start;
    uint64_t sum = 0;
    for (int value : g) sum = sum * 1000003 + value;
    std::printf("%lld %llu\n", (long long)std::chrono::duration_cast<std::chrono::nanoseconds>(time).count(),
                (unsigned long long)sum);
}
