import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  addSignatures,
  answerAddCheckpoint,
  type Checkpoint,
  checkpointText,
  consistencyPath,
  cosignatureIn,
  cosignatureLine,
  createTreeBuilder,
  emptyRoot,
  formatAddCheckpoint,
  hashNodes,
  leafHash,
  type NoteSigner,
  openCheckpoint,
  parseAddCheckpoint,
  signNote,
  tilePath,
  verifierKey,
} from '../index.ts';

const ORIGIN = 'exchange.example/log';
const signer = (seed: number): NoteSigner => {
  const secret = new Uint8Array(32).fill(seed);
  const key = verifierKey(ORIGIN, 'note', ed25519.getPublicKey(secret));
  return { key, sign: (message) => ed25519.sign(message, secret) };
};
const log = signer(1);
const logs = [{ origin: ORIGIN, keys: [log.key] }];

/** A log whose entries are called `name 0`, `name 1` …, or otherwise from `fork` on. */
async function growth(size: number, oldSize: number, fork = Number.POSITIVE_INFINITY) {
  const tree = createTreeBuilder(hashNodes);
  for (let at = 0; at < size; at += 1) {
    tree.append(leafHash(utf8ToBytes(at < fork ? `entry ${at}` : `other ${at}`)));
  }
  const tiles = new Map(
    [...tree.takeFull(), ...tree.partial()].map((tile) => [tilePath(tile), tile.nodes]),
  );
  const stored = {
    scheme: hashNodes,
    size,
    read: async (tile: Parameters<typeof tilePath>[0]) => tiles.get(tilePath(tile)),
  };
  const checkpoint: Checkpoint = { origin: ORIGIN, size, root: tree.root() ?? emptyRoot() };
  return { checkpoint, path: await consistencyPath(stored, oldSize), oldSize };
}

type Growth = Awaited<ReturnType<typeof growth>>;

const bodyOf = ({ checkpoint, path, oldSize }: Growth, by = log) =>
  formatAddCheckpoint({ oldSize, path, checkpoint: signNote(checkpointText(checkpoint), [by]) });

const answer = (body: string, known?: Checkpoint) => answerAddCheckpoint(body, logs, () => known);

describe('a witness', () => {
  it('cosigns the first checkpoint it sees, and each that continues the last', async () => {
    const first = await growth(300, 0);
    expect(answer(bodyOf(first))).toMatchObject({ status: 200, checkpoint: first.checkpoint });
    const next = await growth(700, 300);
    expect(answer(bodyOf(next), first.checkpoint)).toEqual({
      status: 200,
      checkpoint: next.checkpoint,
      text: checkpointText(next.checkpoint),
    });
    expect(answer(bodyOf(await growth(300, 300)), first.checkpoint)).toMatchObject({ status: 200 });
    expect(answer(bodyOf(await growth(0, 0)))).toMatchObject({ status: 200 });
  });

  it('answers 409 with the size it knows when the log starts from another', async () => {
    const { checkpoint } = await growth(300, 0);
    for (const oldSize of [0, 200]) {
      const body = bodyOf(await growth(700, oldSize));
      expect(answer(body, checkpoint)).toEqual({ status: 409, size: 300, isFork: false });
    }
    const early = bodyOf(await growth(700, 300));
    expect(answer(early)).toEqual({ status: 409, size: 0, isFork: false });
  });

  it('answers 409 to another tree of the same size: a fork', async () => {
    const { checkpoint } = await growth(300, 0);
    const forked = bodyOf(await growth(300, 300, 299));
    expect(answer(forked, checkpoint)).toEqual({ status: 409, size: 300, isFork: true });
  });

  it('answers 422 to a log that forked before it grew, or a wrong proof', async () => {
    const { checkpoint } = await growth(300, 0);
    expect(answer(bodyOf(await growth(700, 300, 100)), checkpoint)).toEqual({ status: 422 });
    const honest = await growth(700, 300);
    const cut = { ...honest, path: honest.path.slice(1) };
    expect(answer(bodyOf(cut), checkpoint)).toEqual({ status: 422 });
    const padded = { ...(await growth(700, 0)), path: honest.path };
    expect(answer(bodyOf(padded))).toEqual({ status: 422 });
  });

  it('answers 404 for an unknown log and 403 for an unknown key', async () => {
    const grown = await growth(3, 0);
    const other = { ...grown, checkpoint: { ...grown.checkpoint, origin: 'other.example/log' } };
    expect(answer(bodyOf(other))).toEqual({ status: 404 });
    expect(answer(bodyOf(grown, signer(2)))).toEqual({ status: 403 });
  });

  it('answers 400 to what is no such request', async () => {
    const body = bodyOf(await growth(700, 300));
    for (const wrong of [
      '',
      'hello',
      body.replace('old 300', 'old 0300'),
      body.replace('old 300', 'old -1'),
      body.replace('old ', 'size '),
      body.replace('old 300', 'old 701'),
      body.replace('old 300\n', 'old 300\nAAAA\n'),
      body.replace('\n700\n', '\nmany\n'),
      body.slice(0, -1),
    ]) {
      expect(answer(wrong), wrong).toEqual({ status: 400 });
    }
    const many = Array.from({ length: 64 }, () => emptyRoot());
    expect(
      parseAddCheckpoint(formatAddCheckpoint({ oldSize: 1, path: many, checkpoint: '' })),
    ).toBeUndefined();
  });
});

describe('a log that was cosigned', () => {
  const witness = (name: string, seed: number): NoteSigner => {
    const secret = new Uint8Array(32).fill(seed);
    const key = verifierKey(name, 'cosignature', ed25519.getPublicKey(secret));
    return { key, sign: (message) => ed25519.sign(message, secret) };
  };
  const [one, two] = [witness('one.example', 3), witness('two.example', 4)];
  const text = checkpointText({ origin: ORIGIN, size: 0, root: emptyRoot() });
  const checkpoint = signNote(text, [log]);
  const line = cosignatureLine(text, one, 1_795_000_000);
  const found = (answer: string) =>
    cosignatureIn(answer, { checkpoint, log: logs[0]!, witness: one.key });

  it('takes the line of the witness’s key, among others', () => {
    const other = cosignatureLine(text, two, 1_795_000_000);
    expect(found(line)).toBe(line);
    expect(found(`${other}${line}`)).toBe(line);
    expect(found(`thanks\n${line}`)).toBe(line);
    for (const wrong of ['', 'thanks\n', other, text]) expect(found(wrong), wrong).toBeUndefined();
  });

  it('takes no line that signs something else, or is signed by another with the key’s name', () => {
    const elsewhere = checkpointText({ origin: ORIGIN, size: 1, root: emptyRoot() });
    expect(found(cosignatureLine(elsewhere, one, 1_795_000_000))).toBeUndefined();
    const posing = { key: one.key, sign: two.sign };
    expect(found(cosignatureLine(text, posing, 1_795_000_000))).toBeUndefined();
    expect(found(cosignatureLine(text, posing, 1_795_000_000) + line)).toBe(line);
  });

  it('adds lines to a checkpoint, the newest of each key', () => {
    const later = cosignatureLine(text, one, 1_795_000_060);
    const other = cosignatureLine(text, two, 1_795_000_030);
    const note = addSignatures(addSignatures(checkpoint, [line]), [other, later]);
    const trust = { ...logs[0]!, witnesses: [one.key, two.key] };
    const { cosignatures } = openCheckpoint(note, trust)!;
    expect(cosignatures).toEqual([
      { key: two.key, at: 1_795_000_030 },
      { key: one.key, at: 1_795_000_060 },
    ]);
    expect(note).not.toContain(line);
    expect(() => addSignatures(checkpoint, ['thanks\n'])).toThrow('signature lines');
  });
});
