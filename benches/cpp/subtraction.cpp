// Grundy values of a subtraction set, the straightforward way: for each heap a boolean array of the values that can be
// reached, and the first that cannot. Usage: subtraction LARGEST TAKE...
// Prints the nanoseconds of the loop by its own clock, and a checksum of all values.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    const long largest = atol(argv[1]);
    std::vector<int> takes;
    for (int i = 2; i < argc; i++) takes.push_back(atoi(argv[i]));
    std::sort(takes.begin(), takes.end());
    const size_t width = takes.size() + 1;

    const auto start = std::chrono::steady_clock::now();
    std::vector<int> g(largest + 1);
    bool *seen = new bool[width + 1];
    for (long n = 0; n <= largest; n++) {
        std::fill(seen, seen + width + 1, false);
        for (int take : takes) {
            if (take > n) break;
            seen[g[n - take]] = true;
        }
        int mex = 0;
        while (seen[mex]) mex++;
        g[n] = mex;
    }
    const auto end = std::chrono::steady_clock::now();

    uint64_t checksum = 0;
    for (int value : g) checksum = checksum * 1000003 + value;
    const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
    printf("%lld %llu\n", (long long)time, (unsigned long long)checksum);
}
