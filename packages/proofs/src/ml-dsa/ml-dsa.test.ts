/** Cosignatures with ML-DSA-44: their keys, what they sign, and what they refuse (C2SP tlog-cosignature). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import {
  checkpointText,
  cosignatureLine,
  formatPolicy,
  formatVerifierKey,
  type LogTrust,
  type NoteSigner,
  openCheckpoint,
  parsePolicy,
  parseVerifierKey,
  signNote,
  verifierKey,
} from '../index.ts';
import { subtreeMessage } from '../log/subtree-message.ts';
import { mlDsaSigner, parseWitnessKey } from './index.ts';

const ORIGIN = 'exchange.example/log';
const AT = 1_795_000_000;
const secret = new Uint8Array(32).fill(1);
const log: NoteSigner = {
  key: verifierKey(ORIGIN, 'note', ed25519.getPublicKey(secret)),
  sign: (message) => ed25519.sign(message, secret),
};
const SEED = new Uint8Array(32).fill(8);
const witness = mlDsaSigner('witness.example', SEED);
const textOf = (size: number, fill = 9) =>
  checkpointText({ origin: ORIGIN, size, root: new Uint8Array(32).fill(fill) });
const trust: LogTrust = { origin: ORIGIN, keys: [log.key], witnesses: [witness.key] };
/** The witness's line is of another text when `cosigned` is given. */
const noteOf = (text: string, by = witness, cosigned = text) =>
  `${signNote(text, [log])}${cosignatureLine(cosigned, by, AT)}`;

it('a key has 1,312 bytes behind its type, and is read only where its check is', () => {
  const text = formatVerifierKey(witness.key);
  const encoded = Buffer.from(text.split('+').slice(2).join('+'), 'base64');
  expect([encoded.length, encoded[0]]).toEqual([1_313, 6]);
  expect(formatVerifierKey(parseWitnessKey(text)!)).toBe(text);
  expect(parseVerifierKey(text)).toBeUndefined();
  expect(parseWitnessKey(text.replace('witness', 'other'))).toBeUndefined();
  expect(parseWitnessKey(formatVerifierKey(log.key))).toBeUndefined();
  const ed = verifierKey('witness.example', 'cosignature', ed25519.getPublicKey(secret));
  expect(parseWitnessKey(formatVerifierKey(ed))).toEqual(ed);
});

it('signs the names of witness and log, the time, the size and the root', () => {
  const root = new Uint8Array(32).fill(9);
  const uint64 = (value: number) => [
    0,
    0,
    0,
    0,
    ...[24, 16, 8, 0].map((by) => (value >> by) & 255),
  ];
  const expected = [
    ...Buffer.from('subtree/v1\n\0'),
    15,
    ...Buffer.from('witness.example'),
    ...uint64(AT),
    20,
    ...Buffer.from(ORIGIN),
    ...uint64(0),
    ...uint64(5),
    ...root,
  ];
  expect([...subtreeMessage({ name: 'witness.example', at: AT, text: textOf(5) })!]).toEqual(
    expected,
  );
  expect(subtreeMessage({ name: 'x'.repeat(256), at: AT, text: textOf(5) })).toBeUndefined();
  expect(subtreeMessage({ name: 'x', at: AT, text: 'no checkpoint\n' })).toBeUndefined();
});

it('is a cosignature of its checkpoint alone', () => {
  const opened = openCheckpoint(noteOf(textOf(5)), trust);
  expect(opened?.cosignatures).toEqual([{ key: witness.key, at: AT }]);
  const renamed = mlDsaSigner('other.example', SEED);
  const asWitness: NoteSigner = { key: witness.key, sign: renamed.sign };
  const ofOther = { ...renamed, key: { ...witness.key, name: 'other.example' } };
  for (const [note, by] of [
    [noteOf(textOf(5), witness, textOf(6)), witness.key],
    [noteOf(textOf(5), witness, textOf(5, 7)), witness.key],
    // The same secret under another name signed another name.
    [noteOf(textOf(5), ofOther).replace('— other', '— witness'), witness.key],
    // Nothing is right for a key without its check.
    [noteOf(textOf(5)), verifierKey('witness.example', 'subtree', witness.key.publicKey)],
  ] as const) {
    expect(openCheckpoint(note, { ...trust, witnesses: [by] })).toBeUndefined();
  }
  expect(openCheckpoint(noteOf(textOf(5), asWitness), trust)).toBeDefined();
  const later = noteOf(textOf(5));
  const line = Buffer.from(later.split(' ').at(-1)!, 'base64');
  line[11]! ^= 1;
  const redated = `${later.slice(0, later.lastIndexOf(' '))} ${line.toString('base64')}\n`;
  expect(openCheckpoint(redated, trust)).toBeUndefined();
});

it('counts for the quorum of a policy', () => {
  const url = 'https://exchange.example/log';
  const policy = formatPolicy({ logs: [log.key], url, witnesses: [witness.key] });
  expect(parsePolicy(policy)).toBeUndefined();
  const { isMet, witnesses } = parsePolicy(policy, parseWitnessKey)!;
  const by = { ...trust, witnesses, isMet };
  expect(openCheckpoint(noteOf(textOf(5)), by)?.cosignatures).toHaveLength(1);
  expect(openCheckpoint(signNote(textOf(5), [log]), by)).toBeUndefined();
});
