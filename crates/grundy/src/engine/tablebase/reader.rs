//! Reads a tablebase that is complete: entries of positions, all positions in order.

use super::TableError;
use super::backward::find;
use super::entry::TableEntry;
use super::key::Key;
use super::segment::{Cursor, Mapped, Segment};
use super::store::{MANIFEST, Manifest, Phase, Store, Tally};
use super::worker::total;
use std::path::Path;

/// What is known of a directory without its positions.
#[derive(Debug)]
pub struct Overview {
    /// The manifest.
    pub manifest: Manifest,
    /// Counts; of what is done so far, when it is not complete.
    pub tally: Tally,
    /// Bytes of all files.
    pub bytes: u64,
}

impl Overview {
    /// Reads the manifest and the counts of a directory; `None` when it is no tablebase.
    ///
    /// # Errors
    /// When it is damaged, or cannot be read.
    pub fn read(directory: &Path) -> Result<Option<Overview>, TableError> {
        let store = Store { directory: directory.to_owned() };
        let Some(manifest) = store.manifest()? else { return Ok(None) };
        let tally = total(&store.parts(&manifest)?)?;
        Ok(Some(Overview { manifest, tally, bytes: store.bytes() }))
    }

    /// Whether all is done.
    pub fn is_complete(&self) -> bool {
        self.manifest.phase == Phase::Complete
    }
}

/// A tablebase that is complete, its files mapped.
#[derive(Debug)]
pub struct TableReader {
    segments: Vec<(Mapped, Segment)>,
}

impl TableReader {
    /// Maps the files of a directory.
    ///
    /// # Errors
    /// When it is no tablebase, not complete, damaged, or cannot be read.
    pub fn open(directory: &Path) -> Result<TableReader, TableError> {
        let store = Store { directory: directory.to_owned() };
        let manifest = store.manifest()?.filter(|manifest| manifest.phase == Phase::Complete);
        let manifest = manifest.ok_or_else(|| TableError::damaged(MANIFEST))?;
        let mut maps: Vec<Mapped> = Vec::new();
        let mut segments = Vec::new();
        for segment in store.parts(&manifest)?.into_iter().flat_map(|part| part.table) {
            let map = match maps.iter().find(|map| map.name == segment.file) {
                Some(map) => map.clone(),
                None => {
                    maps.push(Mapped::open(directory, &segment.file)?);
                    maps[maps.len() - 1].clone()
                }
            };
            segments.push((map, segment));
        }
        segments.sort_by_key(|(_, segment)| segment.tier);
        Ok(TableReader { segments })
    }

    /// The entry of a position; `None` when it is not there. Reads a few blocks.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn find<K: Key>(&self, tier: u64, key: &K) -> Result<Option<TableEntry>, TableError> {
        let first = self.segments.partition_point(|(_, segment)| segment.tier < tier);
        let of_tier = self.segments[first..].iter().take_while(|(_, segment)| segment.tier == tier);
        for (map, segment) in of_tier {
            let mut cursor = Cursor::new(map.clone(), segment)?;
            if let Some(entry) = find(std::slice::from_mut(&mut cursor), key)? {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    /// Calls `visit` with every position, its tier and its entry, until it fails.
    ///
    /// # Errors
    /// When a block is damaged, or `visit` fails.
    pub fn visit<K: Key>(
        &self,
        visit: &mut dyn FnMut(u64, &K, TableEntry) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        for (map, segment) in &self.segments {
            let mut cursor: Cursor<K> = Cursor::new(map.clone(), segment)?;
            while let Some(key) = cursor.key()?.cloned() {
                visit(segment.tier, &key, cursor.entry())?;
                cursor.advance();
            }
        }
        Ok(())
    }
}
