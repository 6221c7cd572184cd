// Plain solutions of contest problems on texts and trees with fast input, as one would hand them in: strings ID < in > out.
//
// Each is the classical method: borders, two candidates, Manacher, Z, induced sorting with a sentinel (Nong, Zhang and Chan 2009),
// a binary indexed tree of hashes, tree hashes. Nothing is checked.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

using u64 = std::uint64_t;

static std::vector<char> input;
static size_t at = 0;

static void read_all() {
    size_t have = 0;
    input.resize(1 << 16);
    while (size_t got = fread(input.data() + have, 1, input.size() - have, stdin)) {
        have += got;
        if (have == input.size()) input.resize(2 * have);
    }
    input.resize(have);
}

static std::string word() {
    while (at < input.size() && input[at] <= ' ') at++;
    size_t start = at;
    while (at < input.size() && input[at] > ' ') at++;
    return std::string(input.data() + start, at - start);
}

static int number() {
    while (at < input.size() && input[at] <= ' ') at++;
    int value = 0;
    while (at < input.size() && input[at] > ' ') value = value * 10 + (input[at++] - '0');
    return value;
}

static std::string out;

static void put(u64 value, char behind) {
    char digits[20];
    int count = 0;
    do digits[count++] = '0' + value % 10;
    while (value /= 10);
    while (count) out += digits[--count];
    out += behind;
}

template <class F> static void line(size_t count, F value) {
    for (size_t i = 0; i < count; i++) put(value(i), i + 1 < count ? ' ' : '\n');
}

static std::vector<int> borders(const std::string &s) {
    std::vector<int> border(s.size());
    for (size_t i = 1, k = 0; i < s.size(); i++) {
        while (k && s[i] != s[k]) k = border[k - 1];
        if (s[i] == s[k]) k++;
        border[i] = (int)k;
    }
    return border;
}

static void matching() {
    std::string text = word(), pattern = word();
    std::vector<int> border = borders(pattern);
    u64 count = 0;
    size_t k = 0;
    for (char c : text) {
        while (k && (k == pattern.size() || c != pattern[k])) k = border[k - 1];
        if (c == pattern[k]) k++;
        count += k == pattern.size();
    }
    put(count, '\n');
}

static void periods() {
    std::string s = word();
    std::vector<int> border = borders(s);
    size_t k = s.size();
    while (k) {
        k = border[k - 1];
        put(s.size() - k, k ? ' ' : '\n');
    }
}

static void rotation() {
    std::string s = word();
    size_t n = s.size(), i = 0, j = 1, k = 0;
    while (i < n && j < n && k < n) {
        char a = s[i + k < n ? i + k : i + k - n], b = s[j + k < n ? j + k : j + k - n];
        if (a == b) {
            k++;
            continue;
        }
        (a > b ? i : j) += k + 1;
        if (i == j) j++;
        k = 0;
    }
    size_t best = std::min(i, j);
    out.append(s, best, n);
    out.append(s, 0, best);
    out += '\n';
}

// Lengths of the longest palindromes around the letters and gaps of s, in the text with marks between its letters.
static std::vector<int> manacher(const std::string &s) {
    int n = 2 * (int)s.size() - 1;
    std::vector<int> odd(s.size()), even(s.size()), length(n);
    int m = (int)s.size();
    for (int i = 0, l = 0, r = -1; i < m; i++) {
        int k = i > r ? 1 : std::min(odd[l + r - i], r - i + 1);
        while (i + k < m && i - k >= 0 && s[i + k] == s[i - k]) k++;
        odd[i] = k;
        if (i + k - 1 > r) l = i - k + 1, r = i + k - 1;
    }
    for (int i = 0, l = 0, r = -1; i < m; i++) {
        int k = i > r ? 0 : std::min(even[l + r - i + 1], r - i + 1);
        while (i + k < m && i - k - 1 >= 0 && s[i + k] == s[i - k - 1]) k++;
        even[i] = k;
        if (i + k - 1 > r) l = i - k, r = i + k - 1;
    }
    for (int i = 0; i < m; i++) {
        length[2 * i] = 2 * odd[i] - 1;
        if (i) length[2 * i - 1] = 2 * even[i];
    }
    return length;
}

static void longest_palindrome() {
    std::string s = word();
    std::vector<int> length = manacher(s);
    size_t best = 0;
    for (size_t i = 1; i < length.size(); i++)
        if (length[i] > length[best]) best = i;
    out.append(s, (best + 1 - length[best]) / 2, length[best]);
    out += '\n';
}

static void enumerate_palindromes() {
    std::vector<int> length = manacher(word());
    line(length.size(), [&](size_t i) { return length[i]; });
}

static void z_algorithm() {
    std::string s = word();
    int n = (int)s.size();
    std::vector<int> z(n);
    z[0] = n;
    for (int i = 1, l = 0, r = 0; i < n; i++) {
        if (i < r) z[i] = std::min(r - i, z[i - l]);
        while (i + z[i] < n && s[z[i]] == s[i + z[i]]) z[i]++;
        if (i + z[i] > r) l = i, r = i + z[i];
    }
    line(n, [&](size_t i) { return z[i]; });
}

// Induced sorting. s has n letters below k, of which the last is 0 and occurs once.
template <class T> static void sais(const T *s, int *sa, int n, int k) {
    std::vector<char> small(n);
    small[n - 1] = 1;
    for (int i = n - 2; i >= 0; i--) small[i] = s[i] < s[i + 1] || (s[i] == s[i + 1] && small[i + 1]);
    auto lms = [&](int i) { return i > 0 && small[i] && !small[i - 1]; };
    std::vector<int> count(k), bucket(k);
    for (int i = 0; i < n; i++) count[s[i]]++;
    auto buckets = [&](bool end) {
        int sum = 0;
        for (int c = 0; c < k; c++) {
            bucket[c] = end ? sum + count[c] : sum;
            sum += count[c];
        }
    };
    auto induce = [&] {
        buckets(false);
        for (int i = 0; i < n; i++) {
            int j = sa[i] - 1;
            if (j >= 0 && !small[j]) sa[bucket[s[j]]++] = j;
        }
        buckets(true);
        for (int i = n - 1; i >= 0; i--) {
            int j = sa[i] - 1;
            if (j >= 0 && small[j]) sa[--bucket[s[j]]] = j;
        }
    };
    std::fill(sa, sa + n, -1);
    buckets(true);
    for (int i = 1; i < n; i++)
        if (lms(i)) sa[--bucket[s[i]]] = i;
    induce();
    int m = 0;
    for (int i = 0; i < n; i++)
        if (sa[i] >= 0 && lms(sa[i])) sa[m++] = sa[i];
    std::fill(sa + m, sa + n, -1);
    int name = 0, last = -1;
    for (int i = 0; i < m; i++) {
        int place = sa[i];
        bool different = last < 0;
        for (int d = 0; !different; d++) {
            if (s[place + d] != s[last + d] || small[place + d] != small[last + d]) different = true;
            else if (d > 0 && (lms(place + d) || lms(last + d))) break;
        }
        if (different) name++, last = place;
        sa[m + place / 2] = name - 1;
    }
    std::vector<int> reduced, order(m);
    reduced.reserve(m);
    std::vector<int> places;
    places.reserve(m);
    for (int i = m; i < n; i++)
        if (sa[i] >= 0) reduced.push_back(sa[i]);
    for (int i = 1; i < n; i++)
        if (lms(i)) places.push_back(i);
    if (name < m) sais(reduced.data(), order.data(), m, name);
    else
        for (int i = 0; i < m; i++) order[reduced[i]] = i;
    std::fill(sa, sa + n, -1);
    buckets(true);
    for (int i = m - 1; i >= 0; i--) {
        int place = places[order[i]];
        sa[--bucket[s[place]]] = place;
    }
    induce();
}

static std::vector<int> suffix_array(const std::string &s) {
    std::vector<int> sa(s.size() + 1);
    sais(reinterpret_cast<const unsigned char *>(s.c_str()), sa.data(), (int)s.size() + 1, 256);
    sa.erase(sa.begin());
    return sa;
}

static void suffixarray() {
    std::vector<int> sa = suffix_array(word());
    line(sa.size(), [&](size_t i) { return sa[i]; });
}

static void distinct() {
    std::string s = word();
    std::vector<int> sa = suffix_array(s);
    int n = (int)s.size();
    std::vector<int> rank(n);
    for (int i = 0; i < n; i++) rank[sa[i]] = i;
    u64 shared = 0;
    for (int i = 0, h = 0; i < n; i++) {
        if (rank[i] == 0) {
            h = 0;
            continue;
        }
        int j = sa[rank[i] - 1];
        while (i + h < n && j + h < n && s[i + h] == s[j + h]) h++;
        shared += h;
        if (h) h--;
    }
    put((u64)n * (n + 1) / 2 - shared, '\n');
}

static const u64 P = (1ULL << 61) - 1;

static u64 mul(u64 a, u64 b) {
    __uint128_t product = (__uint128_t)a * b;
    u64 sum = (u64)(product & P) + (u64)(product >> 61);
    return sum >= P ? sum - P : sum;
}

static u64 plus(u64 a, u64 b) { return a + b >= P ? a + b - P : a + b; }

static u64 drawn() {
    u64 x = (u64)std::chrono::steady_clock::now().time_since_epoch().count();
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return x % P;
}

static void palindrome_queries() {
    int n = number(), m = number();
    std::string s = word();
    u64 base = drawn();
    std::vector<u64> power(n + 1, 1), forwards(n + 1), backwards(n + 1);
    for (int i = 0; i < n; i++) power[i + 1] = mul(power[i], base);
    auto add = [&](std::vector<u64> &tree, int i, u64 value) {
        for (i++; i <= n; i += i & -i) tree[i] = plus(tree[i], value);
    };
    auto sum = [&](const std::vector<u64> &tree, int i) {
        u64 value = 0;
        for (; i; i -= i & -i) value = plus(value, tree[i]);
        return value;
    };
    auto set = [&](int i, u64 value) {
        add(forwards, i, mul(value, power[i]));
        add(backwards, i, mul(value, power[n - 1 - i]));
    };
    for (int i = 0; i < n; i++) set(i, (unsigned char)s[i]);
    while (m--) {
        if (number() == 1) {
            int i = number() - 1;
            char c = word()[0];
            set(i, plus((unsigned char)c, P - (unsigned char)s[i]));
            s[i] = c;
        } else {
            int a = number() - 1, b = number();
            u64 one = mul(plus(sum(forwards, b), P - sum(forwards, a)), power[n - b]);
            u64 other = mul(plus(sum(backwards, b), P - sum(backwards, a)), power[a]);
            out += one % P == other % P ? "YES\n" : "NO\n";
        }
    }
}

static void tree_shapes() {
    int n = number();
    std::vector<int> parent(n);
    for (int i = 1; i < n; i++) parent[i] = number();
    u64 mask = drawn();
    auto shift = [&](u64 x) {
        x ^= mask;
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        return x ^ mask;
    };
    std::vector<u64> hash(n, 1);
    for (int i = n - 1; i > 0; i--) hash[parent[i]] += shift(hash[i]);
    std::unordered_map<u64, int> names;
    names.reserve(n);
    std::vector<int> name(n);
    for (int i = 0; i < n; i++) name[i] = names.emplace(hash[i], (int)names.size()).first->second;
    put(names.size(), '\n');
    line(n, [&](size_t i) { return name[i]; });
}

int main(int, char **arguments) {
    read_all();
    std::string id = arguments[1];
    if (id == "cses-1753") matching();
    if (id == "cses-2105") distinct();
    if (id == "cses-1733") periods();
    if (id == "cses-1110") rotation();
    if (id == "cses-2420") palindrome_queries();
    if (id == "cses-1111") longest_palindrome();
    if (id == "library-checker-zalgorithm") z_algorithm();
    if (id == "library-checker-suffixarray") suffixarray();
    if (id == "library-checker-enumerate_palindromes") enumerate_palindromes();
    if (id == "library-checker-rooted_tree_isomorphism_classification") tree_shapes();
    fwrite(out.data(), 1, out.size(), stdout);
}
