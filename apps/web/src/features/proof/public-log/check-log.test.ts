/** What a device concludes from a log: against real trees, honest, rewritten, cut off, signed by others, or not there. */
import { parseLogEvidence, verifyLogEvidence } from '@tern/proofs';
import { describe, expect, it } from 'vitest';
import {
  declaration,
  introduction,
  keyText,
  ORIGIN,
  publish,
  type Published,
  signer,
} from '../../../../tests/published-log.ts';
import { checkLog, type LogSource, NotChecked } from './check-log.ts';
import type { KeptLog } from '../../../kernel/public-log/kept-log.ts';

const NOW = 1_795_000_000_000;
const DAY_MS = 86_400_000;
const [first, second, third, stranger] = [signer(1), signer(2), signer(4), signer(3)];

const keep = (log: Published) => checkLog(undefined, publish(log), NOW);
/** With another time, under the same signature. */
const tampered = (entry: Uint8Array) =>
  new TextEncoder().encode(new TextDecoder().decode(entry).replace('1795', '1796'));

const trust = { origin: ORIGIN, keys: [first.key] };

/** What is kept after seeing `before` and then `after`. */
async function seen(before: Published, after: Published, now = NOW + 1): Promise<KeptLog> {
  return checkLog(await keep(before), publish(after), now);
}

describe('a device that kept a checkpoint', () => {
  it('keeps the first one with the keys that signed it, not with all that are published', async () => {
    const kept = await keep({ size: 300, keys: [first, second] });
    expect(kept).toEqual({
      origin: ORIGIN,
      keys: [keyText(first)],
      checkpoint: publish({ size: 300 }).note,
      since: NOW,
      provenAt: NOW,
      checkedAt: NOW,
      checks: 1,
    });
  });

  it.each([
    [1, 2],
    [2, 256],
    [255, 257],
    [256, 300],
    [300, 300],
    [300, 700],
    [256, 20_000],
  ])('replaces size %i by size %i of the same log', async (size, larger) => {
    const kept = await seen({ size }, { size: larger });
    expect(kept.finding).toBeUndefined();
    expect(kept.checkpoint).toBe(publish({ size: larger }).note);
    expect(kept).toMatchObject({ since: NOW, provenAt: NOW + 1, checkedAt: NOW + 1, checks: 2 });
  });

  it('keeps the empty log and goes on from it', async () => {
    expect((await seen({ size: 0 }, { size: 5 })).finding).toBeUndefined();
  });

  it('reads no tile for the same checkpoint, and few for a later one', async () => {
    const kept = await keep({ size: 300 });
    const same = publish({ size: 300 });
    await checkLog(kept, same, NOW);
    expect(same.asked).toEqual([]);
    const later = publish({ size: 20_000 });
    await checkLog(kept, later, NOW);
    expect(new Set(later.asked).size).toBeLessThan(6);
  });

  // 256 is a power of two: there the proof contains the old root itself.
  it.each([
    [300, 700, 299],
    [256, 700, 10],
    [300, 20_000, 0],
    [300, 300, 299],
  ])(
    'finds that the log of %i was rewritten when it is %i long, and keeps what proves it',
    async (size, larger, fork) => {
      const before = await keep({ size });
      const log = publish({ size: larger, fork });
      const kept = await checkLog(before, log, NOW + 1);
      expect(kept.finding).toMatchObject({ kind: 'forked', at: NOW + 1, isSeen: false });
      expect(kept.checkpoint).toBe(before.checkpoint);
      expect(kept.provenAt).toBe(NOW);
      const evidence = kept.finding!.evidence;
      expect(parseLogEvidence(evidence)).toMatchObject({
        kept: before.checkpoint,
        received: log.note,
      });
      expect(verifyLogEvidence(evidence, trust).filter(({ pass }) => !pass)).toEqual([]);
      expect(log.pauses).toBe(0);
    },
  );

  it('finds that a smaller log was rewritten, if the tiles of the larger are still served', async () => {
    const before = await keep({ size: 700 });
    const honest = publish({ size: 700 });
    const smaller = { ...publish({ size: 300, fork: 10 }), tile: honest.tile };
    const kept = await checkLog(before, smaller, NOW);
    expect(kept.finding?.kind).toBe('forked');
    expect(verifyLogEvidence(kept.finding!.evidence, trust).every(({ pass }) => pass)).toBe(true);
  });

  it('finds that entries are missing from a log that was cut off', async () => {
    const kept = await seen({ size: 700 }, { size: 300 });
    expect(kept.finding?.kind).toBe('shrunk');
    expect(kept.checkpoint).toBe(publish({ size: 700 }).note);
  });

  it('finds them missing although the browser still has the tiles in its cache', async () => {
    const honest = publish({ size: 700 });
    const cut = Object.assign(publish({ size: 300 }), {
      tile: async (...[tile, isFresh]: Parameters<LogSource['tile']>) =>
        isFresh ? undefined : honest.tile(tile, isFresh),
    });
    const kept = await checkLog(await keep({ size: 700 }), cut, NOW);
    expect(kept.finding?.kind).toBe('shrunk');
  });

  it('does not replace a checkpoint by an earlier one of the same log', async () => {
    const before = await keep({ size: 700 });
    const late = { ...publish({ size: 300 }), tile: publish({ size: 700 }).tile };
    const kept = await checkLog(before, late, NOW + 1);
    expect(kept.finding).toBeUndefined();
    expect(kept.checkpoint).toBe(before.checkpoint);
    expect(kept.provenAt).toBe(NOW + 1);
  });

  it('believes no tile that does not lead to the signed root, and says only that', async () => {
    const before = await keep({ size: 300 });
    for (const tile of [
      async () => new Uint8Array(32 * 256),
      async () => new Uint8Array(5),
      async () => undefined,
      publish({ size: 700, fork: 20 }).tile,
    ]) {
      const log = Object.assign(publish({ size: 700 }), { tile });
      const kept = await checkLog(before, log, NOW);
      expect(kept.finding?.kind).toBe('unproven');
      expect(kept.checkpoint).toBe(before.checkpoint);
      expect(log.pauses).toBe(1);
    }
  });

  it('asks a server that is behind a second time, past its caches', async () => {
    const before = await keep({ size: 300 });
    const log = publish({ size: 700 });
    const fresh: boolean[] = [];
    const late = Object.assign(publish({ size: 700 }), {
      tile: async (...[tile, isFresh]: Parameters<LogSource['tile']>) => {
        fresh.push(isFresh);
        return isFresh ? log.tile(tile, isFresh) : undefined;
      },
    });
    const kept = await checkLog(before, late, NOW);
    expect(kept.finding).toBeUndefined();
    expect(new Set(fresh)).toEqual(new Set([false, true]));
  });

  it('finds two checkpoints that contradict each other, although the second continues what was kept', async () => {
    const before = await keep({ size: 300 });
    const honest = publish({ size: 700 });
    const notes = [publish({ size: 500, fork: 400 }).note, honest.note];
    const source = { ...honest, checkpoint: async () => notes.shift() ?? honest.note };
    const { finding } = await checkLog(before, source, NOW);
    expect(finding?.kind).toBe('forked');
    expect(verifyLogEvidence(finding!.evidence, trust).every(({ pass }) => pass)).toBe(true);
  });

  it('remembers a contradiction for good, and forgets the rest once the log shows what it owed', async () => {
    const forked = await seen({ size: 300 }, { size: 700, fork: 10 });
    const later = await checkLog(forked, publish({ size: 800 }), NOW + 2);
    expect(later.finding).toEqual(forked.finding);
    expect(later.provenAt).toBe(NOW + 2);
    const cut = await seen({ size: 700 }, { size: 300 });
    const again = await checkLog(cut, publish({ size: 200 }), NOW + 2);
    expect(again.finding).toEqual(cut.finding);
    const worse = await checkLog(cut, publish({ size: 800, fork: 10 }), NOW + 3);
    expect(worse.finding?.kind).toBe('forked');
    expect((await checkLog(cut, publish({ size: 700 }), NOW + 2)).finding).toBeUndefined();
  });
});

describe('keys', () => {
  it('a checkpoint of another key is found, and replaces nothing', async () => {
    const before = await keep({ size: 300 });
    const kept = await checkLog(before, publish({ size: 700, signers: [stranger] }), NOW + 1);
    expect(kept.finding?.kind).toBe('otherKey');
    expect(kept.checkpoint).toBe(before.checkpoint);
    expect(kept.keys).toEqual([keyText(first)]);
  });

  it('a wrong signature of a known key is found even beside a right one of a new key', async () => {
    const before = await keep({ size: 300 });
    const right = publish({ size: 700, signers: [first, second] });
    const other = publish({ size: 701, signers: [first, second] }).note.split('\n');
    const lines = right.note.split('\n').with(4, other[4]!);
    const source = { ...right, checkpoint: async () => lines.join('\n') };
    for (const now of [NOW + 1, NOW + 91 * DAY_MS]) {
      expect((await checkLog(before, source, now)).finding?.kind).toBe('otherKey');
    }
  });

  it('a key that an entry of the log introduced counts, alone and immediately', async () => {
    const introduced = new Map([[350, introduction(second, first)]]);
    const before = await keep({ size: 300 });
    const both = { size: 400, signers: [first, second], introduced };
    expect((await checkLog(before, publish(both), NOW)).keys).toEqual([
      keyText(first),
      keyText(second),
    ]);
    const alone = publish({ size: 500, signers: [second], introduced });
    const kept = await checkLog(before, alone, NOW + 400 * DAY_MS);
    expect(kept.finding).toBeUndefined();
    expect(kept.checkpoint).toBe(alone.note);
    expect(kept.keys).toEqual([keyText(first), keyText(second)]);
  });

  it('are followed over several rotations, in whatever order they are published', async () => {
    const introduced = new Map([
      [390, introduction(third, second)],
      [350, introduction(second, first)],
    ]);
    const before = await keep({ size: 300 });
    const kept = await checkLog(before, publish({ size: 700, signers: [third], introduced }), NOW);
    expect(kept.finding).toBeUndefined();
    expect(kept.keys).toEqual([first, second, third].map(keyText));
  });

  it.each([
    ['no entry', new Map(), undefined],
    ['an entry that it signed itself', new Map([[350, introduction(second, second)]]), undefined],
    ['an entry of an unknown key', new Map([[350, introduction(second, third)]]), undefined],
    ['an entry that is not in the log', new Map(), new Map([[350, introduction(second, first)]])],
    [
      'an entry in another place',
      new Map([[351, introduction(second, first)]]),
      new Map([[350, introduction(second, first)]]),
    ],
    [
      'an entry beyond the checkpoint',
      new Map([[700, introduction(second, first)]]),
      new Map([[700, introduction(second, first)]]),
    ],
  ])(
    'a key that %s introduced is refused, however long the device was away',
    async (_what, introduced, claimed) => {
      const before = await keep({ size: 300 });
      const log = publish({ size: 700, signers: [second], introduced, claimed });
      for (const now of [NOW + 1, NOW + 91 * DAY_MS, NOW + 1_000 * DAY_MS]) {
        const kept = await checkLog(before, log, now);
        expect(kept.finding?.kind).toBe('otherKey');
        expect(kept.checkpoint).toBe(before.checkpoint);
        expect(kept.keys).toEqual([keyText(first)]);
      }
      const beside = publish({ size: 700, signers: [first, second], introduced, claimed });
      expect((await checkLog(before, beside, NOW)).keys).toEqual([keyText(first)]);
    },
  );

  it('a key that a declared loss put in place of a known one counts, and the loss is reported once', async () => {
    const losses = new Map([[350, declaration(second, first)]]);
    const before = await keep({ size: 300 });
    const log = publish({ size: 700, signers: [second], losses });
    const kept = await checkLog(before, log, NOW + 1);
    expect(kept.finding).toBeUndefined();
    expect(kept.checkpoint).toBe(log.note);
    expect(kept.keys).toEqual([first, second].map(keyText));
    const loss = { key: keyText(second), declaredAt: NOW, foundAt: NOW + 1 };
    expect(kept.loss).toEqual({ ...loss, isSeen: false });
    const seen = { ...kept, loss: { ...loss, isSeen: true } };
    const later = publish({ size: 800, signers: [second], losses });
    expect((await checkLog(seen, later, NOW + 2)).loss).toEqual({ ...loss, isSeen: true });
  });

  it('keys after a declared loss are followed from the one that goes on', async () => {
    const losses = new Map([[350, declaration(second, first)]]);
    const introduced = new Map([[360, introduction(third, second)]]);
    const log = publish({ size: 700, signers: [third], losses, introduced });
    const kept = await checkLog(await keep({ size: 300 }), log, NOW);
    expect(kept.keys).toEqual([first, second, third].map(keyText));
    expect(kept.loss?.isSeen).toBe(false);
  });

  it.each([
    ['that it did not sign', tampered(declaration(second, first)), 350],
    ['of a key that this device never knew', declaration(second, third), 350],
    ['that is not in the log', declaration(second, first), 700],
  ])('a key of a loss %s is refused', async (_what, entry, place) => {
    const before = await keep({ size: 300 });
    const log = publish({ size: 700, signers: [second], losses: new Map([[place, entry]]) });
    const kept = await checkLog(before, log, NOW);
    expect(kept.finding?.kind).toBe('otherKey');
    expect(kept.loss).toBeUndefined();
    expect(kept.keys).toEqual([keyText(first)]);
  });

  it('a declared loss excuses no log that was rewritten', async () => {
    const losses = new Map([[350, declaration(second, first)]]);
    const before = await keep({ size: 300 });
    const log = publish({ size: 700, fork: 3, signers: [second], losses });
    const kept = await checkLog(before, log, NOW);
    expect(kept.finding?.kind).toBe('forked');
    expect(kept.keys).toEqual([keyText(first)]);
    expect(kept.loss).toBeUndefined();
  });

  it('a key is not learned from a log that was rewritten', async () => {
    const introduced = new Map([[350, introduction(second, first)]]);
    const before = await keep({ size: 300 });
    const log = publish({ size: 400, fork: 3, signers: [first, second], introduced });
    const kept = await checkLog(before, log, NOW);
    expect(kept.finding?.kind).toBe('forked');
    expect(kept.keys).toEqual([keyText(first)]);
  });
});

describe('nothing follows', () => {
  const lost = async () => {
    throw new TypeError('Failed to fetch');
  };

  it('from a log that is not reached, at any step', async () => {
    const before = await keep({ size: 300 });
    const log = publish({ size: 700 });
    for (const broken of [{ checkpoint: lost }, { tile: lost }]) {
      await expect(checkLog(before, { ...log, ...broken }, NOW)).rejects.toThrow(NotChecked);
    }
    const rotating = publish({ size: 700, signers: [first, second] });
    await expect(checkLog(before, { ...rotating, keys: lost }, NOW)).rejects.toThrow(NotChecked);
    await expect(checkLog(undefined, { ...log, keys: lost }, NOW)).rejects.toThrow(NotChecked);
  });

  it('from an answer that is no checkpoint', async () => {
    const before = await keep({ size: 300 });
    const log = publish({ size: 700 });
    for (const text of [
      '',
      '<!doctype html><title>Log in to this network</title>\n',
      log.note.slice(0, 40),
      log.note.replace('\n700\n', '\nmany\n'),
      'x'.repeat(2_000_000),
    ]) {
      const source = { ...log, checkpoint: async () => text };
      await expect(checkLog(before, source, NOW)).rejects.toThrow(NotChecked);
    }
  });

  it('from a first checkpoint that none of the published keys signed', async () => {
    const log = publish({ size: 300, signers: [stranger], keys: [first] });
    await expect(checkLog(undefined, log, NOW)).rejects.toThrow(NotChecked);
  });

  it('from what was stored, if it is no signed checkpoint: then this one is the first', async () => {
    const before = await keep({ size: 300 });
    const log = publish({ size: 200, fork: 3 });
    for (const garbage of [
      { checkpoint: 'x' },
      { keys: [] },
      { keys: ['x', keyText(stranger)] },
      { origin: 'other.example/log' },
      { checkpoint: publish({ size: 300, signers: [stranger] }).note },
    ]) {
      const kept = await checkLog({ ...before, ...garbage }, log, NOW + 5);
      expect(kept).toMatchObject({ checkpoint: log.note, since: NOW + 5, checks: 1 });
    }
  });
});
