/** The machine's own SHA-256: a batch is hashed while its callers wait, and a day's file has millions of texts. */
import { hash } from 'node:crypto';
import { HASH_BYTES, type RecordHashing } from '@tern/proofs';

const LEAF_PREFIX = '\0';
/** What a node is hashed from: the prefix of RFC 6962, then both hashes below. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** Through a text: Node makes the buffer of a hash with memory of its own, which costs as much again as the hash. */
const bytesOf = (data: string | Buffer): Buffer =>
  Buffer.from(hash('sha256', data, 'binary'), 'binary');

export const nativeHashing: RecordHashing = {
  hex: (text) => hash('sha256', text, 'hex'),
  base64: (text) => hash('sha256', text, 'base64'),
  leaf: (text) => bytesOf(`${LEAF_PREFIX}${text}`),
  nodes: {
    width: HASH_BYTES,
    combine: (left, right) => {
      // What is shorter would be hashed with bytes of the node before.
      if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) {
        throw new RangeError(`a node has two hashes of ${HASH_BYTES} bytes`);
      }
      node.set(left, 1);
      node.set(right, 1 + HASH_BYTES);
      return bytesOf(node);
    },
  },
};
