import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  checkpointText,
  consistencyPath,
  createTreeBuilder,
  emptyRoot,
  formatLogEvidence,
  hashNodes,
  judgeGrowthByTiles,
  leafHash,
  type LogEvidence,
  type NoteSigner,
  parseLogEvidence,
  rootAtSize,
  signNote,
  tilePath,
  verifierKey,
  verifyLogEvidence,
} from '../index.ts';

const ORIGIN = 'exchange.example/log';
const signer = (seed: number): NoteSigner => {
  const secret = new Uint8Array(32).fill(seed);
  const key = verifierKey(ORIGIN, 'note', ed25519.getPublicKey(secret));
  return { key, sign: (message) => ed25519.sign(message, secret) };
};
const log = signer(1);
const trust = { origin: ORIGIN, keys: [log.key] };

function treeOf(size: number, fork = size) {
  const tree = createTreeBuilder(hashNodes);
  for (let at = 0; at < size; at += 1) {
    tree.append(leafHash(utf8ToBytes(at < fork ? `entry ${at}` : `other ${at}`)));
  }
  const tiles = new Map(
    [...tree.takeFull(), ...tree.partial()].map((tile) => [tilePath(tile), tile.nodes]),
  );
  const read = async (tile: Parameters<typeof tilePath>[0]) => tiles.get(tilePath(tile));
  const root = tree.root() ?? emptyRoot();
  const noteBy = (by: NoteSigner) => signNote(checkpointText({ origin: ORIGIN, size, root }), [by]);
  return { stored: { scheme: hashNodes, size, read }, note: noteBy(log), noteBy };
}

/** What a log of `larger` entries says about its first `smaller` ones. */
async function proofOf({ stored }: ReturnType<typeof treeOf>, smaller: number) {
  const root = (await rootAtSize(stored, smaller))!;
  return { root, path: await consistencyPath(stored, smaller) };
}

const failedIn = (evidence: LogEvidence) =>
  verifyLogEvidence(formatLogEvidence(evidence), trust)
    .filter(({ pass }) => !pass)
    .map(({ name }) => name);

describe('a log that has grown, by its tiles', () => {
  const checkpointOf = async ({ stored }: ReturnType<typeof treeOf>) => ({
    origin: ORIGIN,
    size: stored.size,
    root: (await rootAtSize(stored, stored.size))!,
  });
  const growthOf = async (later: ReturnType<typeof treeOf>, tilesOf = later) =>
    judgeGrowthByTiles(
      await checkpointOf(treeOf(300)),
      await checkpointOf(later),
      tilesOf.stored.read,
    );

  it('is consistent, or forked with the proof of it', async () => {
    expect(await growthOf(treeOf(700))).toEqual({ growth: 'consistent' });
    const forked = treeOf(700, 0);
    expect(await growthOf(forked)).toEqual({
      growth: 'forked',
      proof: await proofOf(forked, 300),
    });
  });

  it('is not called forked by tiles that do not lead to its signed root', async () => {
    expect(await growthOf(treeOf(700), treeOf(700, 0))).toEqual({ growth: 'unproven' });
    expect(await growthOf(treeOf(700, 0), treeOf(700))).toEqual({ growth: 'unproven' });
  });
});

describe('evidence of a rewritten log', () => {
  it.each([1, 255, 256, 300])(
    'proves that the log has other first %i entries now, whichever checkpoint was kept',
    async (smaller) => {
      const [before, after] = [treeOf(smaller), treeOf(700, 0)];
      const proof = await proofOf(after, smaller);
      expect(failedIn({ kept: before.note, received: after.note, proof })).toEqual([]);
      expect(failedIn({ kept: after.note, received: before.note, proof })).toEqual([]);
    },
  );

  it('proves two roots of one size without more', () => {
    expect(failedIn({ kept: treeOf(5).note, received: treeOf(5, 4).note })).toEqual([]);
  });

  it('proves nothing against a log that grew, or without a proof', async () => {
    const [before, honest] = [treeOf(300), treeOf(700)];
    const proof = await proofOf(honest, 300);
    const grown = { kept: before.note, received: honest.note };
    expect(failedIn({ ...grown, proof })).toEqual(['contradiction']);
    expect(failedIn(grown)).toEqual(['contradiction']);
    expect(failedIn({ kept: before.note, received: before.note })).toEqual(['contradiction']);
  });

  it('proves nothing by nodes that are not those of the larger log', async () => {
    const [before, honest, forked] = [treeOf(300), treeOf(700), treeOf(700, 0)];
    const proof = await proofOf(forked, 300);
    expect(failedIn({ kept: before.note, received: honest.note, proof })).toEqual([
      'contradiction',
    ]);
    const made = { root: leafHash(utf8ToBytes('made up')), path: proof.path };
    const found = failedIn({ kept: before.note, received: forked.note, proof: made });
    expect(found).toEqual(['contradiction']);
  });

  it('proves nothing with a checkpoint that another key signed', async () => {
    const [before, after] = [treeOf(5), treeOf(5, 4)];
    const kept = before.noteBy(signer(2));
    expect(failedIn({ kept, received: after.note })).toEqual(['kept checkpoint', 'contradiction']);
    const received = after.noteBy(signer(2));
    expect(failedIn({ kept: before.note, received })).toEqual([
      'later checkpoint',
      'contradiction',
    ]);
  });

  it('is read in its own spelling only', async () => {
    const [before, after] = [treeOf(300), treeOf(700, 9)];
    const evidence = { kept: before.note, received: after.note, proof: await proofOf(after, 300) };
    const text = formatLogEvidence(evidence);
    expect(parseLogEvidence(text)).toEqual(evidence);
    const short = formatLogEvidence({ kept: before.note, received: after.note });
    expect(parseLogEvidence(short)).toMatchObject({ kept: before.note, received: after.note });
    for (const wrong of [
      '',
      text.replace('evidence 1', 'evidence 2'),
      text.slice(0, -1),
      text + before.note,
      text.replace('\n\n', '\nnode\n\n'),
      text.replace('\n700\n', '\nmany\n'),
      before.note,
    ]) {
      expect(parseLogEvidence(wrong), wrong).toBeUndefined();
      expect(verifyLogEvidence(wrong, trust).map(({ pass }) => pass)).toEqual([false]);
    }
  });
});
