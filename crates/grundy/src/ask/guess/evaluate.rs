//! Reads printed formulas back and holds them against the terms: a reader written apart from the writers, for tests only.

/// Panics unless a formula is true of all terms that it speaks of, and speaks of all but the first few.
pub(super) fn check(formula: &str, terms: &[i128], first: u64, about: &str) {
    if formula.contains("a(n) = ") && !formula.contains(", ") || formula.starts_with("a(n) = ") {
        return check_recurrence(formula, terms, first, about);
    }
    // Terms of the sequence, not the end of `omega(`.
    if formula.match_indices("a(").any(|(place, _)| !formula[..place].ends_with(char::is_alphabetic)) {
        return check_kernel(formula, terms, about);
    }
    let (body, from) = split(formula);
    for (index, &term) in terms.iter().enumerate() {
        let n = first as i128 + index as i128;
        if n >= from {
            let value = evaluate(body, n, &|_| panic!("{formula}: no terms in a formula"));
            assert_eq!(value, term, "{about}: {formula} at n = {n}");
        } else {
            assert!(index == 0, "{about}: {formula} leaves out {n}");
        }
    }
}

/// The formula, and where it begins to hold.
fn split(formula: &str) -> (&str, i128) {
    match formula.split_once(" for n >= ") {
        Some((body, from)) => (body, from.parse().expect("a number")),
        None => (formula, 0),
    }
}

fn check_recurrence(formula: &str, terms: &[i128], first: u64, about: &str) {
    let (body, from) = split(formula);
    let right = body.strip_prefix("a(n) = ").expect("a recurrence");
    let term = |n: i128| terms[usize::try_from(n - first as i128).expect("an earlier term")];
    for n in from..first as i128 + terms.len() as i128 {
        assert_eq!(evaluate(right, n, &term), term(n), "{about}: {formula} at n = {n}");
    }
}

fn check_kernel(formula: &str, terms: &[i128], about: &str) {
    let body = formula.split_once(": ").map_or(formula, |(_, body)| body);
    let mut covered = vec![false; terms.len()];
    let mut largest = 0;
    for equation in body.split(", ") {
        let (left, right) = equation.split_once(" = ").expect("an equation");
        let place = |n: i128| evaluate(&left[2..left.len() - 1], n, &|_| unreachable!());
        largest = largest.max(place(1) - place(0));
        for n in 0.. {
            let Some(&term) = terms.get(place(n) as usize) else { break };
            let value = evaluate(right, n, &|m| terms[m as usize]);
            assert_eq!(value, term, "{about}: {equation} at n = {n}");
            covered[place(n) as usize] = true;
        }
    }
    let open = covered.iter().skip(largest as usize).position(|covered| !covered);
    assert_eq!(open, None, "{about}: {formula} does not say every term");
}

/// An expression at n, with the terms of the sequence.
fn evaluate(text: &str, n: i128, term: &dyn Fn(i128) -> i128) -> i128 {
    let mut reader = Reader { text: text.as_bytes(), at: 0, n, term };
    let value = reader.xor();
    assert_eq!(reader.at, text.len(), "the end of `{text}`");
    value
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    n: i128,
    term: &'a dyn Fn(i128) -> i128,
}

impl Reader<'_> {
    fn accept(&mut self, word: &str) -> bool {
        let mut at = self.at;
        while self.text.get(at) == Some(&b' ') {
            at += 1;
        }
        let found = self.text[at..].starts_with(word.as_bytes());
        if found {
            self.at = at + word.len();
        }
        found
    }

    fn xor(&mut self) -> i128 {
        let mut left = self.sum();
        while self.accept("xor") {
            left ^= self.sum();
        }
        left
    }

    fn sum(&mut self) -> i128 {
        let mut left = self.product();
        loop {
            if self.accept("+") {
                left += self.product();
            } else if self.accept("-") {
                left -= self.product();
            } else {
                return left;
            }
        }
    }

    fn product(&mut self) -> i128 {
        let mut left = self.signed();
        loop {
            if self.accept("*") {
                left *= self.signed();
            } else if self.accept("/") {
                left = left.div_euclid(self.signed());
            } else if self.accept("%") {
                left = left.rem_euclid(self.signed());
            } else {
                return left;
            }
        }
    }

    fn signed(&mut self) -> i128 {
        if self.accept("-") {
            return -self.signed();
        }
        let base = self.atom();
        if self.accept("^") { base.pow(self.signed() as u32) } else { base }
    }

    fn arguments(&mut self) -> Vec<i128> {
        let mut list = vec![self.xor()];
        while self.accept(",") {
            list.push(self.xor());
        }
        assert!(self.accept(")"), "a bracket closes");
        list
    }

    fn atom(&mut self) -> i128 {
        if self.accept("(") {
            return self.arguments()[0];
        }
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            let number: i128 = std::str::from_utf8(&self.text[self.at..self.at + digits])
                .expect("digits")
                .parse()
                .expect("a number");
            self.at += digits;
            // `4n` is a product inside a term.
            return if self.accept("n") { number * self.n } else { number };
        }
        let letters = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let name = String::from_utf8_lossy(&self.text[self.at..self.at + letters]).into_owned();
        self.at += letters;
        if name == "n" {
            return self.n;
        }
        assert!(self.accept("("), "a function `{name}` in `{}`", String::from_utf8_lossy(self.text));
        let list = self.arguments();
        function(&name, &list, self.term)
    }
}

fn function(name: &str, list: &[i128], term: &dyn Fn(i128) -> i128) -> i128 {
    let factors = |n: i128| {
        let (mut left, mut found) = (n, Vec::new());
        for p in 2..=n {
            while left > 1 && left % p == 0 {
                found.push(p);
                left /= p;
            }
        }
        found
    };
    match (name, list) {
        ("a", [n]) => term(*n),
        ("valuation", [p, n]) => (0..).find(|&e| n % p.pow(e as u32 + 1) != 0).expect("n > 0"),
        ("tau", [n]) => (1..=*n).filter(|d| n % d == 0).count() as i128,
        ("omega", [n]) => (2..=*n).filter(|&d| n % d == 0 && factors(d).len() == 1).count() as i128,
        ("bigomega", [n]) => factors(*n).len() as i128,
        ("ones", [n]) => n.count_ones().into(),
        ("bitlength", [n]) => (128 - n.leading_zeros()).into(),
        ("bitand", [a, b]) => a & b,
        ("oddpart", [n]) => n >> n.trailing_zeros(),
        ("log", [base, n]) => (0..).take_while(|&e| base.pow(e as u32 + 1) <= *n).count() as i128,
        ("sqrt", [n]) => n.isqrt(),
        ("digit", [n, place]) => n / 10i128.pow(*place as u32) % 10,
        ("digitsum", [n]) => n.to_string().bytes().map(|byte| i128::from(byte - b'0')).sum(),
        _ => panic!("no function `{name}` of {list:?}"),
    }
}
