/** Repeatable chance: every number is a pure function of a seed and a position. */

/** Murmur3's finish: spreads every bit of the input over all of the output. */
function finish(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A 32-bit seed from any text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return finish(hash);
}

/** 32 even bits for the position `n` of the stream `seed`. */
function bitsAt(seed: number, n: number): number {
  const mixed = Math.imul(n ^ Math.floor(n / 0x1_0000_0000), 0xcc9e2d51);
  return finish(Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593) ^ seed);
}

const SECOND_STREAM = 0x5bd1e995;
const HALF_WORD = 0x1_0000;

/**
 * Nearly normal with mean 0 and deviation 1, never beyond ±3.5: the sum of four even values.
 * Plain arithmetic only, so that all machines agree on every bit.
 */
export function normalAt(seed: number, n: number): number {
  const first = bitsAt(seed, n);
  const second = bitsAt(seed ^ SECOND_STREAM, n);
  const total = (first % HALF_WORD) + (first >>> 16) + (second % HALF_WORD) + (second >>> 16);
  return (total / HALF_WORD - 2) * Math.sqrt(3);
}
