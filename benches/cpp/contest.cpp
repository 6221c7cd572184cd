// Plain solutions of contest problems with fast input, as one would hand them in: contest ID < in > out.
//
// Each is the classical O(n) or O(n log n) method; nothing is checked. One program for all, so that one compilation serves.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

using u64 = std::uint64_t;
using i64 = std::int64_t;

static char buffer[1 << 16];
static size_t at = 0, have = 0;

static int next() {
    if (at == have) {
        have = fread(buffer, 1, sizeof buffer, stdin);
        at = 0;
        if (have == 0) return -1;
    }
    return static_cast<unsigned char>(buffer[at++]);
}

// A whole number; false at the end of the input. Signs and the marks of lists are skipped as blanks are.
static bool read(i64 &value) {
    int c = next();
    while (c != -1 && c != '-' && (c < '0' || c > '9')) c = next();
    if (c == -1) return false;
    bool negative = c == '-';
    if (negative) c = next();
    value = 0;
    while (c >= '0' && c <= '9') {
        value = value * 10 + (c - '0');
        c = next();
    }
    if (negative) value = -value;
    return true;
}

static i64 number() {
    i64 value = 0;
    read(value);
    return value;
}

static std::string out;

static void line(const char *text) {
    out += text;
    out += '\n';
}

template <class F> static void cases(F combine) {
    for (i64 t = number(); t > 0; t--) {
        i64 n = number(), value = 0;
        for (i64 i = 0; i < n; i++) value = combine(value, number(), i);
        line(value ? "first" : "second");
    }
}

static std::vector<i64> list() {
    std::vector<i64> row;
    int c = next();
    while (c != '[') c = next();
    bool negative = false, digits = false;
    i64 value = 0;
    for (c = next(); c != -1; c = next()) {
        if (c == '-') negative = true;
        else if (c >= '0' && c <= '9') value = value * 10 + (c - '0'), digits = true;
        else if (c == ',' || c == ']') {
            if (digits) row.push_back(negative ? -value : value);
            value = 0, negative = digits = false;
            if (c == ']') break;
        }
    }
    return row;
}

static void misere() {
    for (i64 t = number(); t > 0; t--) {
        i64 n = number(), sum = 0, large = 0;
        for (i64 i = 0; i < n; i++) {
            i64 heap = number();
            sum ^= heap;
            large |= heap > 1;
        }
        line((large ? sum != 0 : sum == 0) ? "first" : "second");
    }
}

static void winning_move() {
    i64 n;
    std::vector<i64> heaps;
    while (read(n)) {
        heaps.resize(n);
        i64 sum = 0;
        for (i64 &heap : heaps) sum ^= heap = number();
        i64 found = -1;
        for (i64 i = 0; i < n && found < 0; i++)
            if ((heaps[i] ^ sum) < heaps[i]) found = i;
        if (found < 0) line("-1");
        else line((std::to_string(heaps[found] - (heaps[found] ^ sum)) + ' ' + std::to_string(found + 1)).c_str());
    }
}

static void legendre() {
    i64 n = number(), k = number(), sum = 0;
    for (i64 i = 0; i < n; i++) {
        i64 a = number(), value;
        if (k % 2 == 0) value = a <= 2 ? a : (a % 2 ? 0 : 1);
        else {
            static const int small[] = {0, 1, 0, 1, 2};
            i64 steps = 0;
            while (a > 4 && a % 2 == 0) a /= 2, steps++;
            value = a > 4 ? 0 : small[a];
            for (; steps > 0; steps--) value = value == 1 ? 2 : 1;
        }
        sum ^= value;
    }
    line(sum ? "Kevin" : "Nicky");
}

static void triangular() {
    i64 n = number(), sum = 0;
    for (i64 i = 0; i < n; i++) {
        i64 a = number();
        sum ^= a == 3 ? 2 : a % 2;
    }
    line(sum ? "first" : "second");
}

static void stone_iii() {
    std::vector<i64> row = list();
    size_t n = row.size();
    std::vector<i64> best(n + 3, 0);
    for (size_t i = n; i-- > 0;) {
        i64 sum = 0, most = INT64_MIN;
        for (size_t x = 0; x < 3 && i + x < n; x++) {
            sum += row[i + x];
            most = std::max(most, sum - best[i + x + 1]);
        }
        best[i] = most;
    }
    line(best[0] > 0 ? "Alice" : best[0] < 0 ? "Bob" : "Tie");
}

static void stone_iv() {
    i64 n = number();
    std::vector<char> wins(n + 1, 0);
    for (i64 i = 1; i <= n; i++)
        for (i64 k = 1; k * k <= i && !wins[i]; k++) wins[i] = !wins[i - k * k];
    line(wins[n] ? "true" : "false");
}

static void stone_vi() {
    std::vector<i64> a = list(), b = list();
    std::vector<size_t> order(a.size());
    for (size_t i = 0; i < order.size(); i++) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t x, size_t y) { return a[x] + b[x] > a[y] + b[y]; });
    i64 difference = 0;
    for (size_t i = 0; i < order.size(); i++) difference += i % 2 ? -b[order[i]] : a[order[i]];
    line(difference > 0 ? "1" : difference < 0 ? "-1" : "0");
}

static void stone_vii() {
    std::vector<i64> row = list();
    size_t n = row.size();
    std::vector<i64> before(n + 1, 0), best(n + 1, 0), last(n + 1, 0);
    for (size_t i = 0; i < n; i++) before[i + 1] = before[i] + row[i];
    // last[i]: the best difference of the row of one length less that starts at i.
    for (size_t length = 2; length <= n; length++) {
        for (size_t i = 0; i + length <= n; i++) {
            i64 all = before[i + length] - before[i];
            best[i] = std::max(all - row[i] - last[i + 1], all - row[i + length - 1] - last[i]);
        }
        std::swap(best, last);
    }
    line(std::to_string(n ? last[0] : 0).c_str());
}

static void stone_viii() {
    std::vector<i64> row = list();
    size_t n = row.size();
    for (size_t i = 1; i < n; i++) row[i] += row[i - 1];
    i64 best = n < 2 ? 0 : row[n - 1];
    for (size_t i = n < 2 ? 0 : n - 1; i-- > 1;) best = std::max(best, row[i] - best);
    line(std::to_string(best).c_str());
}

static void lot_of_games() {
    i64 n = number(), k = number();
    std::vector<std::array<int, 26>> child(1);
    child[0].fill(0);
    int c = next();
    for (i64 i = 0; i < n; i++) {
        while (c != -1 && (c < 'a' || c > 'z')) c = next();
        int node = 0;
        for (; c >= 'a' && c <= 'z'; c = next()) {
            if (!child[node][c - 'a']) {
                child[node][c - 'a'] = static_cast<int>(child.size());
                child.emplace_back();
                child.back().fill(0);
            }
            node = child[node][c - 'a'];
        }
    }
    // Children come after their parents.
    std::vector<char> win(child.size(), 0), lose(child.size(), 0);
    for (size_t node = child.size(); node-- > 0;) {
        bool leaf = true;
        for (int other : child[node])
            if (other) leaf = false, win[node] |= !win[other], lose[node] |= !lose[other];
        if (leaf) lose[node] = 1;
    }
    line(win[0] && (lose[0] || k % 2) ? "First" : "Second");
}

static void coins() {
    i64 n = number();
    std::vector<i64> held(n);
    for (i64 &coin : held) coin = number();
    std::vector<std::vector<int>> near(n);
    for (i64 i = 0; i + 1 < n; i++) {
        int a = static_cast<int>(number()) - 1, b = static_cast<int>(number()) - 1;
        near[a].push_back(b);
        near[b].push_back(a);
    }
    std::vector<int> parent(n, -1), depth(n, 0), enter(n, 0), size(n, 1), order, stack{0};
    while (!stack.empty()) {
        int node = stack.back();
        stack.pop_back();
        enter[node] = static_cast<int>(order.size());
        order.push_back(node);
        for (int other : near[node])
            if (other != parent[node]) parent[other] = node, depth[other] = depth[node] + 1, stack.push_back(other);
    }
    i64 value = 0;
    std::vector<i64> all = held;
    for (i64 i = n; i-- > 1;) {
        int node = order[i];
        size[parent[node]] += size[node];
        all[parent[node]] ^= all[node];
        if (depth[node] % 2) value ^= held[node];
    }
    for (i64 q = number(); q > 0; q--) {
        int u = static_cast<int>(number()) - 1, v = static_cast<int>(number()) - 1;
        if (u == 0 || (enter[v] >= enter[u] && enter[v] < enter[u] + size[u])) line("INVALID");
        else line((depth[u] % 2 == depth[v] % 2 ? value ^ all[u] : value) ? "YES" : "NO");
    }
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    std::string id = arguments[1];
    auto nim = [](i64 sum, i64 heap, i64) { return sum ^ heap; };
    if (id == "cses-1730") cases(nim);
    else if (id == "cses-1098") cases([](i64 sum, i64 heap, i64) { return sum ^ (heap % 4); });
    else if (id == "cses-1099" || id == "ufpr-stair") cases([](i64 sum, i64 step, i64 i) { return i % 2 ? sum ^ step : sum; });
    else if (id == "cses-2208") cases([](i64 odd, i64 heap, i64) { return odd | (heap & 1); });
    else if (id == "ufpr-nim") winning_move();
    else if (id == "ufpr-misere") misere();
    else if (id == "codeforces-603c") legendre();
    else if (id == "codeforces-455b") lot_of_games();
    else if (id == "triangular-split") triangular();
    else if (id == "leetcode-1406") stone_iii();
    else if (id == "leetcode-1510") stone_iv();
    else if (id == "leetcode-1686") stone_vi();
    else if (id == "leetcode-1690") stone_vii();
    else if (id == "leetcode-1872") stone_viii();
    else if (id == "hackerrank-move-the-coins") coins();
    else if (id == "acwing-891" || id == "acwing-892") {
        i64 n = number(), sum = 0;
        for (i64 i = 0; i < n; i++) {
            i64 heap = number();
            if (id == "acwing-891" || i % 2 == 0) sum ^= heap;
        }
        line(sum ? "Yes" : "No");
    } else return 2;
    fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
