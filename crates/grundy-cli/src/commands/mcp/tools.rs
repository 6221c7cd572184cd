//! The tools: each is a command of this program, with names for its arguments.

use grundy::report::protocol::ParameterKind::{Flag, Number, Numbers, Text};
use grundy::report::protocol::{ParameterKind, ToolParameter};
use serde_json::{Map, Value};

/// A question that can be asked.
#[derive(Debug)]
pub struct Tool {
    pub name: &'static str,
    pub about: &'static str,
    pub parameters: &'static [ToolParameter],
    /// The command that answers it.
    pub command: &'static [&'static str],
    pub answer: Answer,
}

/// What the command of a tool prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// One object.
    Object,
    /// One object, which may come with a certificate.
    Certified,
    /// An object a line.
    Rows,
}

const fn needed(name: &'static str, kind: ParameterKind, about: &'static str) -> ToolParameter {
    ToolParameter { name, kind, required: true, about }
}

const fn option(name: &'static str, kind: ParameterKind, about: &'static str) -> ToolParameter {
    ToolParameter { name, kind, required: false, about }
}

const GAME: ToolParameter = needed(
    "game",
    Text,
    "a name (`games` lists them), a code such as 0.77, a set such as take{1,3,4}, a rule such as `n -> k where k < n`, or a sum",
);
const POSITION: ToolParameter =
    needed("position", Text, "heaps `3 4 5`, a tuple `3,5`, a board `3x4`, a graph `path:5`, ...");
const MISERE: ToolParameter = option("misere", Flag, "whoever moves last loses");
const SECONDS: ToolParameter = option("seconds", Number, "the time to work, at most that of the server");
const LIMIT: ToolParameter = option("limit", Number, "the largest heap to compute");

/// The parameters that are words behind the options, in order; all others are options of the same name.
const WORDS: [&str; 8] = ["game", "position", "template", "expression", "numbers", "words", "needle", "text"];

/// All tools.
pub static TOOLS: &[Tool] = &[
    Tool {
        name: "solve",
        about: "Who wins a position, its Grundy value, and every winning move, with the engine and the theorem behind it",
        parameters: &[GAME, POSITION, MISERE, option("loopy", Flag, "play may go on for ever"), SECONDS],
        command: &["solve"],
        answer: Answer::Object,
    },
    Tool {
        name: "moves",
        about: "Every legal move of a position as data, with the value and outcome of what it leaves",
        parameters: &[GAME, POSITION, MISERE, SECONDS],
        command: &["moves"],
        answer: Answer::Object,
    },
    Tool {
        name: "explain",
        about: "The answer as a worked argument; without a position, what the rule means and which engine serves it",
        parameters: &[GAME, option("position", Text, POSITION.about), MISERE, SECONDS],
        command: &["explain"],
        answer: Answer::Object,
    },
    Tool {
        name: "report",
        about: "Every position that can be reached, solved in memory: how many are won, lost and drawn, and how far the end is",
        parameters: &[GAME, POSITION, MISERE, option("loopy", Flag, "play may go on for ever"), SECONDS],
        command: &["solve", "--report"],
        answer: Answer::Object,
    },
    Tool {
        name: "values",
        about: "The Grundy values of heaps 0, 1, 2, ..., or of a family of positions such as 3x{n}",
        parameters: &[
            GAME,
            option("template", Text, "a position with expressions in {n}"),
            option("count", Number, "how many, 10000 at most"),
            option("from", Number, "the first heap"),
            MISERE,
            SECONDS,
        ],
        command: &["seq"],
        answer: Answer::Object,
    },
    Tool {
        name: "period",
        about: "The period of the values of a game on heaps, proved where a theorem applies; the certificate is attached",
        parameters: &[GAME, LIMIT, SECONDS],
        command: &["period"],
        answer: Answer::Certified,
    },
    Tool {
        name: "misere",
        about: "Genus, tame or wild, and the misère quotient of a game on heaps; the certificate is attached",
        parameters: &[GAME, option("heaps", Number, "the quotient of the heaps up to this"), LIMIT, SECONDS],
        command: &["misere"],
        answer: Answer::Certified,
    },
    Tool {
        name: "verify",
        about: "Checks a certificate of a period or a quotient, trusting nothing",
        parameters: &[needed("certificate", Text, "its bytes in base 64"), SECONDS],
        command: &["verify"],
        answer: Answer::Object,
    },
    Tool {
        name: "table",
        about: "A grid over {a} and {b} of values, outcomes or remoteness",
        parameters: &[
            GAME,
            needed("template", Text, "a position with expressions in {a} and {b}, such as {a}x{b}"),
            option("a", Text, "the rows, both ends included, such as 0..20"),
            option("b", Text, "the columns"),
            option("what", Text, "value, outcome or remoteness"),
            MISERE,
            SECONDS,
        ],
        command: &["table"],
        answer: Answer::Object,
    },
    Tool {
        name: "sweep",
        about: "A row for each game of a family: its period, proved or not, and its largest value",
        parameters: &[
            GAME,
            needed("param", Text, "parameters of the rule and their ranges, such as `a=1..9 b=1..9`"),
            LIMIT,
            SECONDS,
        ],
        command: &["sweep"],
        answer: Answer::Rows,
    },
    Tool {
        name: "sweep_octal",
        about: "The same for all octal codes with up to so many digits",
        parameters: &[needed("digits", Number, "the most digits"), LIMIT, SECONDS],
        command: &["sweep", "octal"],
        answer: Answer::Rows,
    },
    Tool {
        name: "sweep_subtraction",
        about: "The same for all subtraction sets without a common divisor",
        parameters: &[
            needed("size", Number, "how many numbers may be taken"),
            needed("max", Number, "the largest of them"),
            SECONDS,
        ],
        command: &["sweep", "subtraction"],
        answer: Answer::Rows,
    },
    Tool {
        name: "guess",
        about: "What numbers look like: periods, digits, recurrences, games; observed, never proved",
        parameters: &[
            needed("numbers", Numbers, "the numbers"),
            option("from", Number, "the n of the first"),
        ],
        command: &["guess"],
        answer: Answer::Object,
    },
    Tool {
        name: "games",
        about: "The games of the catalogue that match all words",
        parameters: &[option("words", Text, "words to look for")],
        command: &["games"],
        answer: Answer::Object,
    },
    Tool {
        name: "nimber",
        about: "Nimber arithmetic, such as 6*7+2",
        parameters: &[needed("expression", Text, "the expression")],
        command: &["nimber"],
        answer: Answer::Object,
    },
    Tool {
        name: "graph",
        about: "Win, lose or draw, remoteness and value of every vertex of a graph on which a token moves",
        parameters: &[
            needed("edges", Text, "an edge `u v` a line, or DOT, or JSON with edges"),
            option("start", Text, "only this vertex, with best play"),
            MISERE,
            SECONDS,
        ],
        command: &["graph", "-"],
        answer: Answer::Object,
    },
    Tool {
        name: "find",
        about: "All places of a needle in a text, also those that overlap",
        parameters: &[needed("needle", Text, "what to look for"), needed("text", Text, "where")],
        command: &["hash", "find"],
        answer: Answer::Object,
    },
    Tool {
        name: "collide",
        about: "Two texts with one polynomial hash",
        parameters: &[
            needed("base", Number, "the base"),
            needed("modulus", Text, "the modulus, such as 1e9+9 or 2^61-1"),
            SECONDS,
        ],
        command: &["hash", "break"],
        answer: Answer::Object,
    },
];

impl Tool {
    /// The tool of this name.
    pub fn find(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// The options and the words of the command for these arguments.
    pub fn words(&self, arguments: &Map<String, Value>) -> Result<(Vec<String>, Vec<String>), String> {
        if let Some(name) =
            arguments.keys().find(|name| !self.parameters.iter().any(|parameter| parameter.name == *name))
        {
            return Err(format!("`{}` has no parameter `{name}`", self.name));
        }
        let (mut options, mut words) = (Vec::new(), Vec::new());
        for parameter in self.parameters {
            let Some(value) = arguments.get(parameter.name).filter(|value| !value.is_null()) else {
                if parameter.required {
                    return Err(format!("`{}` needs `{}`", self.name, parameter.name));
                }
                continue;
            };
            let texts = texts(parameter, value)?;
            match parameter.name {
                "seconds" | "certificate" | "edges" => {}
                name if WORDS.contains(&name) => words.extend(texts),
                name if parameter.kind == Flag => {
                    options.extend((value == &Value::Bool(true)).then(|| format!("--{name}")));
                }
                name => options.extend(texts.into_iter().map(|text| format!("--{name}={text}"))),
            }
        }
        Ok((options, words))
    }
}

/// The words of a value, which must be of the right kind.
fn texts(parameter: &ToolParameter, value: &Value) -> Result<Vec<String>, String> {
    let wrong = |wanted: &str| Err(format!("`{}` is {wanted}", parameter.name));
    match (parameter.kind, value) {
        (Flag, Value::Bool(_)) => Ok(Vec::new()),
        (Flag, _) => wrong("true or false"),
        (Number, Value::Number(number)) if number.is_u64() => Ok(vec![number.to_string()]),
        (Number, _) => wrong("a whole number"),
        (Numbers, Value::Array(list)) if list.iter().all(|number| number.is_i64() || number.is_u64()) => {
            Ok(list.iter().map(Value::to_string).collect())
        }
        (Numbers, _) => wrong("a list of whole numbers"),
        // A lone `-` would be read from standard input, which is the client's.
        (Text, Value::String(text)) if text.trim() == "-" => wrong("not `-`"),
        (Text, Value::String(text)) if parameter.name == "game" && is_outside(text) => {
            wrong("a name, a code or a rule: programs and files are not opened here")
        }
        (Text, Value::String(text)) if ["words", "param"].contains(&parameter.name) => {
            Ok(text.split_whitespace().map(str::to_owned).collect())
        }
        (Text, Value::String(text)) => Ok(vec![text.clone()]),
        (Text, _) => wrong("a text"),
    }
}

/// Whether a game would start a program or open a file.
fn is_outside(game: &str) -> bool {
    game.contains("program:") || game.split_whitespace().any(|word| word.ends_with(".game"))
}
