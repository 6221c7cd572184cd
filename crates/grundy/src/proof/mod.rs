//! Proofs as files: certificates, and the checker that shares nothing with the engines that wrote them.

pub mod certificate;
pub mod verify;
