# Polynomial hash modulo 2^61 - 1 with a secret base. Two different texts of n bytes have equal hashes with probability at most
# (n - 1) / (2^61 - 1), whoever wrote them, as long as the base stays secret and is drawn anew by every run.
import secrets


class PolyHash:
    P = (1 << 61) - 1
    # Drawn once in a run, each of 0, 1, ..., P - 1 as likely as any other.
    BASE = secrets.randbelow(P)

    def __init__(self, text):
        """Takes bytes."""
        base, p = self.BASE, self.P
        # prefix[i] is the hash of the first i bytes, power[i] the base to that power.
        self.prefix, self.power = [0], [1]
        hash, power = 0, 1
        for byte in text:
            hash = (hash * base + byte + 1) % p
            power = power * base % p
            self.prefix.append(hash)
            self.power.append(power)

    def hash(self, l, r):
        """The hash of bytes l up to r, r not included."""
        return (self.prefix[r] - self.prefix[l] * self.power[r - l]) % self.P

    def equal(self, l1, r1, l2, r2):
        return r1 - l1 == r2 - l2 and self.hash(l1, r1) == self.hash(l2, r2)


class Rolling:
    """A window that moves forward; its hash is that of the substring it shows."""

    def __init__(self, window):
        self.hash = 0
        for byte in window:
            self.hash = (self.hash * PolyHash.BASE + byte + 1) % PolyHash.P
        self.top = pow(PolyHash.BASE, max(len(window) - 1, 0), PolyHash.P)

    def roll(self, leaving, entering):
        rest = self.hash - (leaving + 1) * self.top
        self.hash = (rest * PolyHash.BASE + entering + 1) % PolyHash.P
