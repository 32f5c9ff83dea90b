/** The machine's own SHA-256: a batch is hashed while its callers wait, and a day's file has millions of texts. */
import { hash } from 'node:crypto';
import { HASH_BYTES, type RecordHashing } from '@tern/proofs';

const LEAF_PREFIX = '\0';
const NODE_PREFIX = Buffer.of(1);

export const nativeHashing: RecordHashing = {
  hex: (text) => hash('sha256', text, 'hex'),
  base64: (text) => hash('sha256', text, 'base64'),
  leaf: (text) => hash('sha256', `${LEAF_PREFIX}${text}`, 'buffer'),
  nodes: {
    width: HASH_BYTES,
    combine: (left, right) => hash('sha256', Buffer.concat([NODE_PREFIX, left, right]), 'buffer'),
  },
};
