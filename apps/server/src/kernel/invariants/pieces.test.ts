import { expect, it } from 'vitest';
import type { Reader } from '../../platform/database/database.ts';
import { NO_END } from './invariant.ts';
import { piecesOf } from './pieces.ts';

/** A journal: the entry of each posting, in the order of the postings' ids from 1 on. */
function journal(entries: readonly number[]): Reader {
  const postings = entries.map((entry, at) => ({ id: at + 1, entry }));
  const many = (_query: unknown, [after, entryAfter, limit]: readonly number[]) => {
    const read = postings
      .filter(({ id, entry }) => id > after! && entry > entryAfter!)
      .slice(0, limit);
    const rows = [...new Set(read.map(({ entry }) => entry))].map((entry) => {
      const ids = read.filter((each) => each.entry === entry).map(({ id }) => id);
      return { entry, first: ids[0]!, last: ids.at(-1)!, postings: ids.length };
    });
    return Promise.resolve(rows);
  };
  return { many } as unknown as Reader;
}

const START = { entry: 0, posting: 0 };
const piecesOfAll = (entries: readonly number[], size: number) =>
  piecesOf(journal(entries), START, { through: NO_END, size });

it('ends a piece where an entry ends, once it has enough postings', async () => {
  const ends = (await piecesOfAll([1, 1, 2, 2, 2, 3, 3, 4], 2)).map(({ through }) => through);
  expect(ends.slice(0, -1)).toEqual([
    { entry: 1, posting: 2 },
    { entry: 2, posting: 5 },
    { entry: 3, posting: 7 },
  ]);
});

it('keeps entries together that were posted at the same time', async () => {
  const ends = (await piecesOfAll([1, 2, 1, 3, 2, 4, 4], 1)).map(({ through }) => through);
  expect(ends.slice(0, 2)).toEqual([
    { entry: 3, posting: 5 },
    { entry: 4, posting: 7 },
  ]);
});

it('has each posting in the piece of its entry, whatever the order', async () => {
  // Entries of up to six postings; each posting is among the next few of later entries.
  for (let seed = 1; seed <= 200; seed += 1) {
    let state = seed;
    const random = (most: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
    const entries = Array.from({ length: 30 }, (_, at) =>
      Array.from({ length: 1 + random(6) }, () => ({ entry: at + 1, at: at * 4 + random(9) })),
    ).flat();
    const journalled = entries
      .toSorted((one, other) => one.at - other.at)
      .map(({ entry }) => entry);
    const pieces = await piecesOfAll(journalled, 1 + random(12));
    const places = journalled.map((entry, at) => {
      const ofEntry = pieces.findIndex((each) => entry > each.entry && entry <= each.through.entry);
      const ofPosting = pieces.findIndex(
        (each) => at + 1 > each.posting && at + 1 <= each.through.posting,
      );
      return { ofEntry, isTogether: ofEntry === ofPosting };
    });
    expect(places.every(({ ofEntry, isTogether }) => ofEntry >= 0 && isTogether)).toBe(true);
    expect(pieces.slice(1).map(({ entry, posting }) => ({ entry, posting }))).toEqual(
      pieces.slice(0, -1).map(({ through }) => through),
    );
  }
});

it('leaves entries after its end to the next check', async () => {
  const through = { entry: 2, posting: 3 };
  const pieces = await piecesOf(journal([1, 3, 1, 2, 3, 2]), START, { through, size: 100 });
  expect(pieces).toEqual([{ ...START, through: { entry: 2, posting: 6 } }]);
});

it('is one piece of nothing when nothing is new', async () => {
  const through = { entry: 7, posting: 20 };
  expect(await piecesOf(journal([]), through, { through })).toEqual([{ ...through, through }]);
});
