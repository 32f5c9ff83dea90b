import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkpointText,
  cosignatureLine,
  formatEntryBundle,
  formatLogProof,
  formatVerifierKey,
  fromBase64,
  leafHash,
  type LogTrust,
  type NoteSigner,
  nodeHash,
  openCheckpoint,
  openNote,
  parseCheckpoint,
  parseEntryBundle,
  parseLogProof,
  parseNote,
  parseVerifierKey,
  type SignatureType,
  signNote,
  signatureLine,
  toBase64,
  verifierKey,
  verifyLogProof,
} from '../index.ts';

const signerOf = (seed: number, name: string, type: SignatureType = 'note'): NoteSigner => {
  const secret = new Uint8Array(32).fill(seed);
  const key = verifierKey(name, type, ed25519.getPublicKey(secret));
  return { key, sign: (message) => ed25519.sign(message, secret) };
};

const ORIGIN = 'exchange.example/log';
const log = signerOf(1, ORIGIN);
const nextLog = signerOf(2, ORIGIN);
const witness = signerOf(3, 'witness.example', 'cosignature');
const root = leafHash(utf8ToBytes('entry'));
const text = checkpointText({ origin: ORIGIN, size: 1, root });
const trust: LogTrust = { origin: ORIGIN, keys: [log.key], witnesses: [witness.key] };

/** Lines that no verifier of ours knows: a future type, and a stranger. */
const FUTURE = `— ${ORIGIN} ${toBase64(new Uint8Array(2424).fill(6))}\n`;
const STRANGER = signatureLine(text, signerOf(9, 'stranger.example'));

describe('base64', () => {
  it('is what Buffer writes, and read in that spelling only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const encoded = Buffer.from(bytes).toString('base64');
        expect(toBase64(bytes)).toBe(encoded);
        expect(fromBase64(encoded)).toEqual(bytes);
      }),
    );
    for (const spelling of ['A', 'AA', 'AB==', 'AAB=', 'AA=A', 'AA-_', 'AAAA\n', ' AAAA']) {
      expect(fromBase64(spelling), spelling).toBeUndefined();
    }
  });
});

describe('a key', () => {
  it('is spelt as in the example of the Go checksum database', () => {
    const spelling = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    const key = parseVerifierKey(spelling)!;
    expect(key).toMatchObject({ name: 'sum.golang.org', type: 'note', id: '033de0ae' });
    expect(formatVerifierKey(key)).toBe(spelling);
    expect(parseVerifierKey(spelling.replace('033de0ae', '033de0af'))).toBeUndefined();
    expect(parseVerifierKey(spelling.replace('sum.', 'sun.'))).toBeUndefined();
  });

  it('has another id for another type, so that a signature cannot change its meaning', () => {
    const { publicKey } = log.key;
    const asWitness = verifierKey(ORIGIN, 'cosignature', publicKey);
    expect(asWitness.id).not.toBe(log.key.id);
    expect(parseVerifierKey(formatVerifierKey(asWitness))).toEqual(asWitness);
  });

  it('has no name with a space or a plus', () => {
    for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\u2003b', 'a\nb']) {
      expect(() => verifierKey(name, 'note', log.key.publicKey), name).toThrow('not a name');
    }
  });
});

describe('a signed note', () => {
  it('verifies the example of the Go package', () => {
    const key = parseVerifierKey(
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    )!;
    const note =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
    expect(openNote(note, [key])?.verified).toEqual([{ key, at: undefined }]);
    expect(openNote(note.replace('answer', 'anzwer'), [key])).toBeUndefined();
  });

  it('ignores signatures of unknown keys and types, but needs one of a known key', () => {
    const note = signNote(text, [log]) + FUTURE + STRANGER;
    expect(openNote(note, [log.key])?.verified).toHaveLength(1);
    expect(openNote(note, [nextLog.key])).toBeUndefined();
    expect(openNote(note, [])).toBeUndefined();
  });

  it('is rejected as a whole when a known key’s signature is wrong', () => {
    const other = signatureLine('another text\n', nextLog);
    const note = signNote(text, [log]) + other;
    expect(openNote(note, [log.key])).toBeDefined();
    expect(openNote(note, [log.key, nextLog.key])).toBeUndefined();
  });

  it('is refused when any one byte of its text or signature is another', () => {
    const note = signNote(text, [log]);
    for (let at = 0; at < note.length; at += 1) {
      const turned = note.slice(0, at) + (note[at] === 'x' ? 'y' : 'x') + note.slice(at + 1);
      expect(openNote(turned, [log.key]), `character ${at}`).toBeUndefined();
    }
  });

  it('is refused when a key signed it twice, and not when a stranger did', () => {
    const line = signatureLine(text, log);
    expect(openNote(`${text}\n${line}`, [log.key])).toBeDefined();
    expect(openNote(`${text}\n${line}${line}`, [log.key])).toBeUndefined();
    expect(openNote(`${text}\n${line}${STRANGER}${STRANGER}`, [log.key])).toBeDefined();
  });

  it('has the limits of the specification', () => {
    const line = signatureLine(text, log);
    expect(parseNote(text + '\n' + line.repeat(100))?.signatures).toHaveLength(100);
    expect(parseNote(text + '\n' + line.repeat(101))).toBeUndefined();
    expect(parseNote(`${text}\n`)).toBeUndefined();
    expect(parseNote(`${text}\n${line}`.slice(0, -1))).toBeUndefined();
    expect(parseNote(`a\tb\n\n${line}`)).toBeUndefined();
    expect(parseNote(`a\ud800\n\n${line}`)).toBeUndefined();
    expect(parseNote(`first\n\nsecond\n\n${line}`)?.text).toBe('first\n\nsecond\n');
    expect(() => signNote('no newline', [log])).toThrow('not the text of a note');
  });
});

describe('a checkpoint', () => {
  it('is three lines, read only as they are written', () => {
    expect(text).toBe(`${ORIGIN}\n1\n${toBase64(root)}\n`);
    expect(parseCheckpoint(text)).toEqual({ origin: ORIGIN, size: 1, root });
    expect(parseCheckpoint(`${text}extension\n`)?.size).toBe(1);
    for (const wrong of [
      text.replace('\n1\n', '\n01\n'),
      text.replace('\n1\n', '\n-1\n'),
      text.replace('\n1\n', '\n9007199254740992\n'),
      text.replace(ORIGIN, ''),
      text.replace('=\n', '\n'),
      `${text}\nextension\n`,
      text.slice(0, -1),
    ]) {
      expect(parseCheckpoint(wrong), wrong).toBeUndefined();
    }
  });

  it('counts with any key of the log, so that keys can be rotated', () => {
    const before = signNote(text, [log]);
    const between = signNote(text, [log, nextLog]);
    const after = signNote(text, [nextLog]);
    const rotated = { ...trust, keys: [nextLog.key, log.key] };
    for (const note of [before, between, after])
      expect(openCheckpoint(note, rotated)).toBeDefined();
    expect(openCheckpoint(between, rotated)?.signatures).toHaveLength(2);
    expect(openCheckpoint(between, trust)?.signatures).toHaveLength(1);
    expect(openCheckpoint(after, trust)).toBeUndefined();
  });

  it('of another log is refused', () => {
    const other = checkpointText({ origin: 'other.example/log', size: 1, root });
    expect(openCheckpoint(signNote(other, [log]), trust)).toBeUndefined();
  });

  it('carries cosignatures with their times, and no witness twice', () => {
    const at = 1_795_000_000;
    const line = cosignatureLine(text, witness, at);
    const opened = openCheckpoint(signNote(text, [log]) + line, trust)!;
    expect(opened.cosignatures).toEqual([{ key: witness.key, at }]);
    expect(openCheckpoint(signNote(text, [log]) + line + line, trust)).toBeUndefined();
  });

  it('is not one that only a witness signed', () => {
    const note = `${text}\n${cosignatureLine(text, witness, 1_795_000_000)}`;
    expect(openCheckpoint(note, trust)).toBeUndefined();
  });

  it('is refused when a witness signed another time or size', () => {
    const wrong = cosignatureLine(text.replace('\n1\n', '\n2\n'), witness, 1_795_000_000);
    expect(openCheckpoint(signNote(text, [log]) + wrong, trust)).toBeUndefined();
    const bytes = Buffer.from(cosignatureLine(text, witness, 1).split(' ')[2]!, 'base64');
    bytes[11] = 2;
    const moved = `— ${witness.key.name} ${bytes.toString('base64')}\n`;
    expect(openCheckpoint(signNote(text, [log]) + moved, trust)).toBeUndefined();
  });
});

describe('an entry bundle', () => {
  it('holds entries of any length below 64 KiB', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (entries) => {
        expect(parseEntryBundle(formatEntryBundle(entries))).toEqual(entries);
      }),
    );
    const largest = new Uint8Array(65_535);
    expect(parseEntryBundle(formatEntryBundle([largest]))).toEqual([largest]);
    expect(() => formatEntryBundle([new Uint8Array(65_536)])).toThrow('65535');
  });

  it('that is cut off is refused', () => {
    const bundle = formatEntryBundle([utf8ToBytes('one'), utf8ToBytes('two')]);
    expect(parseEntryBundle(bundle.subarray(0, -1))).toBeUndefined();
    expect(parseEntryBundle(bundle.subarray(0, 6))).toBeUndefined();
    expect(parseEntryBundle(bundle.subarray(0, 5))).toHaveLength(1);
  });
});

describe('the proof of an entry', () => {
  const entry = utf8ToBytes('entry');
  const sibling = leafHash(utf8ToBytes('before'));
  const checkpoint = signNote(
    checkpointText({ origin: ORIGIN, size: 2, root: nodeHash(sibling, root) }),
    [log],
  );
  const proof = { extra: utf8ToBytes('ours'), index: 1, path: [sibling], checkpoint };

  it('is a text that is read in one form only', () => {
    const written = formatLogProof(proof);
    expect(written.split('\n').slice(0, 4)).toEqual([
      'c2sp.org/tlog-proof@v1',
      'extra b3Vycw==',
      'index 1',
      toBase64(sibling),
    ]);
    expect(parseLogProof(written)).toEqual(proof);
    const { extra: _without, ...bare } = proof;
    expect(parseLogProof(formatLogProof(bare))).toEqual(bare);
    for (const wrong of [
      written.replace('@v1', '@v2'),
      written.replace('extra ', 'extra  '),
      written.replace('index 1', 'index 01'),
      written.replace('index 1', 'at 1'),
      written.replace(toBase64(sibling), toBase64(sibling.subarray(1))),
      written.replace('\n\n', '\n'),
    ]) {
      expect(
        parseLogProof(wrong)?.path.length === 1 &&
          verifyLogProof(entry, parseLogProof(wrong)!, trust),
        wrong,
      ).toBeFalsy();
    }
  });

  it('proves exactly this entry in a checkpoint of this log', () => {
    expect(verifyLogProof(entry, proof, trust)).toMatchObject({ origin: ORIGIN, size: 2 });
    expect(verifyLogProof(utf8ToBytes('Entry'), proof, trust)).toBeUndefined();
    expect(verifyLogProof(entry, { ...proof, index: 0 }, trust)).toBeUndefined();
    expect(verifyLogProof(entry, { ...proof, path: [] }, trust)).toBeUndefined();
    expect(verifyLogProof(entry, proof, { ...trust, keys: [nextLog.key] })).toBeUndefined();
  });
});
