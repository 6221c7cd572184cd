// Random acyclic graphs, the straightforward way: adjacency in vectors of vectors, a queue, values by Kahn's order and a
// mark for each value seen. Usage: graphs VERTICES EDGES SHUFFLED ROUNDS
// Prints, for the last of the rounds, the nanoseconds of building the reverse adjacency, of the retrograde analysis and of
// the Grundy values, each the best of all rounds, and a checksum of outcomes and remoteness, and one of the values.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <queue>
#include <vector>

static uint64_t state;
static uint64_t below(uint64_t bound) {
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % bound;
}

static long long now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

int main(int, char **argv) {
    const int n = atoi(argv[1]), m = atoi(argv[2]), shuffled = atoi(argv[3]), rounds = atoi(argv[4]);
    state = 20261116;
    std::vector<int> name(n);
    std::iota(name.begin(), name.end(), 0);
    for (int i = n - 1; shuffled && i > 0; i--) std::swap(name[i], name[below(i + 1)]);
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < m; i++) {
        int from = 1 + below(n - 1), to = below(from);
        edges.push_back({name[from], name[to]});
    }
    long long best[3] = {1LL << 62, 1LL << 62, 1LL << 62};
    uint64_t sums[2] = {0, 0};
    for (int round = 0; round < rounds; round++) {
        long long start = now();
        std::vector<std::vector<int>> reverse(n);
        std::vector<int> degree(n);
        for (auto [from, to] : edges) {
            reverse[to].push_back(from);
            degree[from]++;
        }
        best[0] = std::min(best[0], now() - start);

        start = now();
        std::vector<bool> winning(n), losing(n);
        std::vector<int> left = degree, remoteness(n, -1);
        std::queue<int> queue;
        for (int v = 0; v < n; v++)
            if (left[v] == 0) losing[v] = true, remoteness[v] = 0, queue.push(v);
        while (!queue.empty()) {
            int v = queue.front();
            queue.pop();
            for (int u : reverse[v]) {
                if (winning[u] || losing[u]) continue;
                if (losing[v]) {
                    winning[u] = true, remoteness[u] = remoteness[v] + 1, queue.push(u);
                } else if (--left[u] == 0) {
                    losing[u] = true, remoteness[u] = remoteness[v] + 1, queue.push(u);
                }
            }
        }
        best[1] = std::min(best[1], now() - start);
        sums[0] = 0;
        for (int v = 0; v < n; v++) sums[0] = sums[0] * 1000003 + remoteness[v] + 1;

        std::vector<std::vector<int>> forward(n);
        for (auto [from, to] : edges) forward[from].push_back(to);
        start = now();
        std::vector<int> g(n), mark(n + 1, -1), order;
        if (shuffled) {
            left = degree;
            for (int v = 0; v < n; v++)
                if (left[v] == 0) order.push_back(v);
            for (size_t i = 0; i < order.size(); i++)
                for (int u : reverse[order[i]])
                    if (--left[u] == 0) order.push_back(u);
        }
        for (int i = 0; i < n; i++) {
            int v = shuffled ? order[i] : i;
            for (int w : forward[v]) mark[g[w]] = v;
            int mex = 0;
            while (mark[mex] == v) mex++;
            g[v] = mex;
        }
        best[2] = std::min(best[2], now() - start);
        sums[1] = 0;
        for (int v = 0; v < n; v++) sums[1] = sums[1] * 1000003 + g[v];
    }
    printf("%lld %lld %lld %llu %llu\n", best[0], best[1], best[2], (unsigned long long)sums[0],
           (unsigned long long)sums[1]);
}
