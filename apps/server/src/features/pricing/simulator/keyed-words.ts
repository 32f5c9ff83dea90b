/** The randomness of one simulated day: streams of words keyed by the day's seed, readable at any position (ADR 15). */
import { createCipheriv, createHmac } from 'node:crypto';

/** AES works on 16 bytes at a time; positions are counted in such blocks. */
const BLOCK_BYTES = 16;
export const BLOCK_WORDS = 4;

/** Words of 32 bits, from block `from` on, `blocks` × 4 of them. */
export type Words = (from: number, blocks: number) => Uint32Array;

/**
 * AES-256-CTR over zeros with the counter as position. The key is HMAC-SHA256 of the stream's name, keyed by the
 * day's seed, so no stream tells anything of another or of another day. Words are little-endian.
 */
export function keyedWords(daySeed: string, stream: string): Words {
  const key = createHmac('sha256', daySeed).update(`tern market stream 2|${stream}`).digest();
  return (from, blocks) => {
    const counter = Buffer.alloc(BLOCK_BYTES);
    counter.writeUInt32BE(from, BLOCK_BYTES - 4);
    const bytes = createCipheriv('aes-256-ctr', key, counter).update(
      Buffer.alloc(blocks * BLOCK_BYTES),
    );
    // Every machine that Node runs on counts in little-endian words.
    const words = new Uint32Array(blocks * BLOCK_WORDS);
    new Uint8Array(words.buffer).set(bytes);
    return words;
  };
}
