//! The messages of `grundy mcp`: the Model Context Protocol, which is JSON-RPC 2.0, one message a line.
//!
//! A tool is a command of the command line with names for its arguments; an answer is the object that the command prints with
//! `--json`, unchanged, and a certificate goes with it as a resource of bytes.

use serde_json::{Map, Value, json};

/// The version of the protocol that is spoken unless the client asks for one of the others.
pub const VERSION: &str = "2025-06-18";
/// All versions that differ in nothing that is used here.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", VERSION, "2025-11-25"];

/// What a parameter of a tool is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// A text.
    Text,
    /// A whole number that is not negative.
    Number,
    /// True or false.
    Flag,
    /// A list of whole numbers.
    Numbers,
}

/// A parameter of a tool.
#[derive(Debug, Clone, Copy)]
pub struct ToolParameter {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: ParameterKind,
    /// Whether it must be there.
    pub required: bool,
    /// What it says, in a sentence.
    pub about: &'static str,
}

/// The answer to `initialize`, in the version that the client asks for if it is known.
pub fn greeting(asked: Option<&str>, instructions: &str) -> Value {
    let version = VERSIONS.into_iter().find(|&version| Some(version) == asked).unwrap_or(VERSION);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "grundy", "version": env!("CARGO_PKG_VERSION") },
        "instructions": instructions,
    })
}

/// A tool as it is listed.
pub fn tool(name: &str, about: &str, parameters: &[ToolParameter]) -> Value {
    let property = |parameter: &ToolParameter| {
        let mut schema = match parameter.kind {
            ParameterKind::Text => json!({ "type": "string" }),
            ParameterKind::Number => json!({ "type": "integer", "minimum": 0 }),
            ParameterKind::Flag => json!({ "type": "boolean" }),
            ParameterKind::Numbers => json!({ "type": "array", "items": { "type": "integer" } }),
        };
        schema["description"] = json!(parameter.about);
        (parameter.name.to_owned(), schema)
    };
    let properties: Map<String, Value> = parameters.iter().map(property).collect();
    let required: Vec<&str> =
        parameters.iter().filter(|parameter| parameter.required).map(|parameter| parameter.name).collect();
    json!({
        "name": name,
        "description": about,
        "inputSchema": {
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        },
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    })
}

/// The tools as they are listed.
pub fn tools(list: Vec<Value>) -> Value {
    json!({ "tools": list })
}

/// The objects of a command that prints one a line as one answer: the rows, whether they are all, and what is wrong, if
/// anything. `None` when a line is no object of JSON.
pub fn rows(printed: &[u8], complete: bool) -> Option<Value> {
    let (mut answer, mut rows) = (json!({ "schema": 1, "complete": complete }), Vec::new());
    for line in serde_json::Deserializer::from_slice(printed).into_iter::<Value>() {
        let line = line.ok()?;
        match line.get("error") {
            Some(error) => answer["error"] = error.clone(),
            None => rows.push(line),
        }
    }
    answer["rows"] = rows.into();
    Some(answer)
}

/// What a tool has to say: the object of an answer, and the certificate in base 64, if there is one.
pub fn said(answer: &Value, certificate: Option<&str>) -> Value {
    let mut content = vec![json!({ "type": "text", "text": answer.to_string() })];
    if let Some(bytes) = certificate {
        let uri = "grundy:certificate";
        let blob = json!({ "uri": uri, "mimeType": "application/octet-stream", "blob": bytes });
        content.push(json!({ "type": "resource", "resource": blob }));
    }
    json!({ "content": content, "structuredContent": answer, "isError": answer.get("error").is_some() })
}

/// The message with a result.
pub fn result(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// The message that something is wrong with a request: the codes are those of JSON-RPC.
pub fn refusal(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}
