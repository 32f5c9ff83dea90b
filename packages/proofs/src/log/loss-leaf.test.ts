/** Declarations of lost keys: who signs them, and that nothing follows from them by itself. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import { followKeys, keyEntry } from './key-leaf.ts';
import { isLossEntry, lossEntry, parseLossEntry } from './loss-leaf.ts';
import { plainBytes, plainText } from './plain-bytes.ts';
import { type NoteSigner, verifierKey } from './verifier-key.ts';

const ORIGIN = 'exchange.example/log';
const AT = 1_795_000_000_000;

function signer(seed: number, name = ORIGIN): NoteSigner {
  const secret = new Uint8Array(32).fill(seed);
  const key = verifierKey(name, 'note', ed25519.getPublicKey(secret));
  return { key, sign: (message) => ed25519.sign(message, secret) };
}
const [first, second, third] = [signer(1), signer(2), signer(3)];
const entry = lossEntry({ at: AT, key: third, lost: [first.key, second.key] });

it('a declaration says when which key signs in place of which', () => {
  expect(isLossEntry(entry)).toBe(true);
  expect(parseLossEntry(entry)).toEqual({
    at: AT,
    key: third.key,
    lost: [first.key, second.key],
  });
});

it('a declaration is none with any one character changed, or a line more', () => {
  const text = plainText(entry)!;
  for (let at = 0; at < text.length; at += 1) {
    const turned = text[at] === 'A' ? 'B' : 'A';
    const changed = `${text.slice(0, at)}${turned}${text.slice(at + 1)}`;
    expect([at, parseLossEntry(plainBytes(changed))]).toEqual([at, undefined]);
  }
  expect(parseLossEntry(plainBytes(`${text}\n`))).toBeUndefined();
  expect(parseLossEntry(plainBytes(`${text}x\n`))).toBeUndefined();
});

it('a declaration names at least one lost key, each once, all of the same log, and never its own', () => {
  const other = signer(4, 'other.example/log');
  for (const lost of [[], [first.key, first.key], [other.key], [third.key]]) {
    expect(parseLossEntry(lossEntry({ at: AT, key: third, lost }))).toBeUndefined();
  }
});

it('a verifier that knows a lost key follows no declaration', () => {
  expect(followKeys([first.key], [entry])).toEqual([first.key]);
  const introduced = keyEntry({ at: AT, key: signer(5).key, outgoing: third });
  expect(followKeys([first.key], [entry, introduced])).toEqual([first.key]);
});
