/** Entries that introduce keys: what is signed, and whom a verifier follows. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { followKeys, keyEntry, parseKeyEntry } from './key-leaf.ts';
import { plainBytes, plainText } from './plain-bytes.ts';
import { type NoteSigner, verifierKey } from './verifier-key.ts';

const ORIGIN = 'exchange.example/log';
const AT = 1_795_000_000_000;

function signer(seed: number, name = ORIGIN): NoteSigner {
  const secret = new Uint8Array(32).fill(seed);
  const key = verifierKey(name, 'note', ed25519.getPublicKey(secret));
  return { key, sign: (message) => ed25519.sign(message, secret) };
}
const [first, second, third, stranger] = [1, 2, 3, 4].map((seed) => signer(seed)) as [
  NoteSigner,
  NoteSigner,
  NoteSigner,
  NoteSigner,
];
const entryOf = (made: NoteSigner, outgoing: NoteSigner) =>
  keyEntry({ at: AT, key: made.key, outgoing });

describe('the entry of a key', () => {
  it('says when which key followed which', () => {
    const leaf = parseKeyEntry(entryOf(second, first));
    expect(leaf).toEqual({ at: AT, key: second.key, outgoing: first.key });
  });

  it('is none with any one character changed, or a line more', () => {
    const text = plainText(entryOf(second, first))!;
    for (let at = 0; at < text.length; at += 1) {
      const turned = text[at] === 'A' ? 'B' : 'A';
      const changed = `${text.slice(0, at)}${turned}${text.slice(at + 1)}`;
      expect([at, parseKeyEntry(plainBytes(changed))]).toEqual([at, undefined]);
    }
    expect(parseKeyEntry(plainBytes(`${text}\n`))).toBeUndefined();
    expect(parseKeyEntry(plainBytes(`${text}x\n`))).toBeUndefined();
  });

  it('is none when the outgoing key has another name', () => {
    const other = signer(1, 'other.example/log');
    expect(parseKeyEntry(entryOf(second, other))).toBeUndefined();
  });
});

describe('a verifier', () => {
  it('follows keys from the one it knows, in any order, and none before it', () => {
    const entries = [entryOf(third, second), entryOf(second, first)];
    expect(followKeys([first.key], entries)).toEqual([first.key, second.key, third.key]);
    expect(followKeys([second.key], entries)).toEqual([second.key, third.key]);
    expect(followKeys([third.key], entries)).toEqual([third.key]);
  });

  it('follows no key that signed for itself, and none that only an unknown key signed', () => {
    const entries = [entryOf(second, second), entryOf(third, stranger)];
    expect(followKeys([first.key], entries)).toEqual([first.key]);
  });

  it('ends when keys introduce each other', () => {
    const entries = [entryOf(second, first), entryOf(first, second)];
    expect(followKeys([first.key], entries)).toEqual([first.key, second.key]);
  });
});
