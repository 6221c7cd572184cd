// Polynomial hash modulo 2^61 - 1 with a secret base. Two different texts of n bytes have equal hashes with probability at most
// (n - 1) / (2^61 - 1), whoever wrote them, as long as the base stays secret and is drawn anew by every run.
class PolyHash {
    static final long P = (1L << 61) - 1;
    // Drawn once in a run, each of 0, 1, ..., P - 1 as likely as any other.
    static final long BASE = draw();

    private static long draw() {
        java.security.SecureRandom random = new java.security.SecureRandom();
        long value;
        do value = random.nextLong() >>> 3;
        while (value >= P);
        return value;
    }

    static long add(long a, long b) {
        return a + b >= P ? a + b - P : a + b;
    }

    static long sub(long a, long b) {
        return a >= b ? a - b : a + P - b;
    }

    static long mul(long a, long b) {
        long high = Math.multiplyHigh(a, b), low = a * b;
        return add(low & P, high << 3 | low >>> 61);
    }

    static long letter(byte b) {
        return (b & 0xff) + 1;
    }

    // The hash of the first i bytes, and the base to that power.
    private final long[] prefix, power;

    PolyHash(byte[] text) {
        prefix = new long[text.length + 1];
        power = new long[text.length + 1];
        power[0] = 1;
        for (int i = 0; i < text.length; i++) {
            prefix[i + 1] = add(mul(prefix[i], BASE), letter(text[i]));
            power[i + 1] = mul(power[i], BASE);
        }
    }

    // The hash of bytes l up to r, r not included.
    long hash(int l, int r) {
        return sub(prefix[r], mul(prefix[l], power[r - l]));
    }

    boolean equal(int l1, int r1, int l2, int r2) {
        return r1 - l1 == r2 - l2 && hash(l1, r1) == hash(l2, r2);
    }

    // A window that moves forward; its hash is that of the substring it shows.
    static class Rolling {
        long hash = 0, top = 1;

        Rolling(byte[] window) {
            for (int i = 0; i < window.length; i++) {
                hash = add(mul(hash, BASE), letter(window[i]));
                if (i > 0) top = mul(top, BASE);
            }
        }

        void roll(byte leaving, byte entering) {
            hash = add(mul(sub(hash, mul(letter(leaving), top)), BASE), letter(entering));
        }
    }
}
