/** Random words keyed by a day's seed and a stream's name, readable at any position (ADR 15). */
import { createCipheriv, createHmac } from 'node:crypto';

/** AES works on 16 bytes at a time; positions are counted in such blocks. */
const BLOCK_BYTES = 16;
export const BLOCK_WORDS = 4;

/** `blocks` × 4 words of 32 bits, starting at block `from`. */
export type Words = (from: number, blocks: number) => Uint32Array;

/**
 * AES-256-CTR over zeros with the counter as position. The key is HMAC-SHA256 of the stream's name, keyed by the
 * day's seed, so a stream reveals nothing about other streams or days. Words are little-endian.
 */
export function keyedWords(daySeed: string, stream: string): Words {
  const key = createHmac('sha256', daySeed).update(`tern market stream 2|${stream}`).digest();
  return (from, blocks) => {
    const counter = Buffer.alloc(BLOCK_BYTES);
    counter.writeUInt32BE(from, BLOCK_BYTES - 4);
    const bytes = createCipheriv('aes-256-ctr', key, counter).update(
      Buffer.alloc(blocks * BLOCK_BYTES),
    );
    // Every platform that Node runs on is little-endian.
    const words = new Uint32Array(blocks * BLOCK_WORDS);
    new Uint8Array(words.buffer).set(bytes);
    return words;
  };
}
