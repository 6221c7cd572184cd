//! The JSON Schema (draft 2020-12) of every answer: what `grundy schema` prints.
//!
//! One document with a definition for each answer of the command line and of the server, so that whoever reads answers can
//! check them, and so that the tests do: each object that a test sees is held against the definition of its question. Sets of
//! fields that are closed are closed here too, hence a field that is added must be added to the schema in the same change.
//! Answers of `grundy hash` may have more fields than the schema names.
//!
//! ```
//! let schema: serde_json::Value = serde_json::from_str(grundy::report::schema::TEXT)?;
//! assert!(schema["$defs"]["solve"].is_object());
//! # Ok::<(), serde_json::Error>(())
//! ```

/// The document.
pub const TEXT: &str = include_str!("schema.json");

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|field| references(field, found));
            }
            Value::Array(list) => list.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_definition_is_used_and_every_reference_leads_to_one() {
        let schema: Value = serde_json::from_str(TEXT).expect("JSON");
        let mut found = BTreeSet::new();
        references(&schema, &mut found);
        let names = schema["$defs"].as_object().expect("definitions").keys();
        let defined: BTreeSet<String> = names.map(|name| format!("#/$defs/{name}")).collect();
        assert_eq!(found, defined.iter().map(String::as_str).collect());
    }

    #[test]
    fn required_fields_are_described() {
        fn check(value: &Value) {
            let Value::Object(fields) = value else {
                return value.as_array().into_iter().flatten().for_each(check);
            };
            if fields.get("additionalProperties") == Some(&Value::Bool(false)) {
                for name in fields["required"].as_array().into_iter().flatten() {
                    let name = name.as_str().expect("a name");
                    assert!(fields["properties"].get(name).is_some(), "`{name}` in {value}");
                }
            }
            fields.values().for_each(check);
        }
        check(&serde_json::from_str(TEXT).expect("JSON"));
    }
}
