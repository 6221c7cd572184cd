// Random acyclic graphs, the straightforward way: adjacency in vectors of vectors, a queue, values by Kahn's order and a
// mark for each value seen. Usage: graphs VERTICES EDGES SHUFFLED ROUNDS
// Prints the nanoseconds of building the reverse adjacency, of the retrograde analysis, of the Grundy values, and of the
// values in order with a std::set for each mex (0 if shuffled), each the best of all rounds, then a checksum of outcomes and
// remoteness, and one of the values. Processor time, but for small graphs, which it is too coarse for.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <queue>
#include <set>
#include <vector>

static uint64_t state;
static uint64_t below(uint64_t bound) {
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % bound;
}

static bool small;
static long long now() {
    if (!small) {
        timespec time;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return time.tv_sec * 1000000000LL + time.tv_nsec;
    }
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

int main(int, char **argv) {
    const int n = atoi(argv[1]), m = atoi(argv[2]), shuffled = atoi(argv[3]), rounds = atoi(argv[4]);
    small = n < 10000;
    state = 20261116;
    std::vector<int> name(n);
    std::iota(name.begin(), name.end(), 0);
    for (int i = n - 1; shuffled && i > 0; i--) std::swap(name[i], name[below(i + 1)]);
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < m; i++) {
        int from = 1 + below(n - 1), to = below(from);
        edges.push_back({name[from], name[to]});
    }
    long long best[4] = {1LL << 62, 1LL << 62, 1LL << 62, 1LL << 62};
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
        if (shuffled) {
            best[3] = 0;
        } else {
            start = now();
            std::vector<int> h(n);
            for (int v = 0; v < n; v++) {
                std::set<int> seen;
                for (int w : forward[v]) seen.insert(h[w]);
                while (seen.count(h[v])) h[v]++;
            }
            best[3] = std::min(best[3], now() - start);
            if (h != g) return 1;
        }
        sums[1] = 0;
        for (int v = 0; v < n; v++) sums[1] = sums[1] * 1000003 + g[v];
    }
    printf("%lld %lld %lld %lld %llu %llu\n", best[0], best[1], best[2], best[3], (unsigned long long)sums[0],
           (unsigned long long)sums[1]);
}
