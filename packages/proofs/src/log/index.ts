/** The public log: a Merkle tree of entries in the formats of C2SP (ADR 49, docs/public-log.md). */
export * from './checkpoint.ts';
export * from './document-leaf.ts';
export * from './entry-bundle.ts';
export * from './log-evidence.ts';
export * from './log-growth.ts';
export * from './log-proof.ts';
export * from './member-line.ts';
export * from './memory-tree.ts';
export * from './plain-bytes.ts';
export * from './round-leaf.ts';
export * from './signed-note.ts';
export * from './tile-path.ts';
export * from './tree-builder.ts';
export * from './tree-hash.ts';
export * from './tree-proof.ts';
export * from './verifier-key.ts';
export * from './witness.ts';
