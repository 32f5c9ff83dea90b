import { houseAccounts } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { type Act, explore, type Explored, trailThrough, waysOut } from '../support/explore.ts';
import { type FiatWorld, fiatWorld } from '../support/fiat.ts';
import { type PayoutSight, payoutStory } from '../support/payout-story.ts';

let world: FiatWorld;
let story: Awaited<ReturnType<typeof payoutStory>>;
let all: Explored<PayoutSight>;
let sights: PayoutSight[];

beforeAll(async () => {
  world = await fiatWorld(2);
  story = await payoutStory(world);
  all = await explore(story);
  sights = [...all.states.values()].map(({ sight }) => sight);
});
afterAll(async () => {
  await story?.close();
  await world?.fresh.drop();
});

const byPeopleAndTime = ({ by }: Act) => by === 'operator' || by === 'time';
const stuck = (ends: PayoutSight['end'][], among: (sight: PayoutSight) => boolean) => {
  const ways = waysOut(all, byPeopleAndTime, ends);
  const open = sights.filter(({ key, end }) => end === undefined && !ways.has(key));
  return open.filter(among).map(({ key }) => key);
};

/** All EUR that is not zero, of everybody, while it waits and at each end. */
function eurosAt(end: PayoutSight['end']) {
  const issued = { [houseAccounts.paperIssuance]: '-250 and 0 held' };
  const { memberId } = story;
  if (end === undefined) return { ...issued, [memberId]: '150 and 100 held' };
  if (end === 'returned') return { ...issued, [memberId]: '250 and 0 held' };
  return {
    ...issued,
    [memberId]: '150 and 0 held',
    [houseAccounts.custody]: '95 and 0 held',
    [houseAccounts.fees]: '5 and 0 held',
  };
}

const eurosIn = ({ row }: PayoutSight) =>
  Object.fromEntries(
    Object.entries<string>(JSON.parse(row.books)).flatMap(([account, amount]) => {
      const [owner, asset] = account.split(' ');
      return asset === 'EUR' ? [[owner, amount]] : [];
    }),
  );

describe('a payout to which everything happens', () => {
  it('comes into every state that there is', () => {
    expect(new Set(sights.map(({ row }) => row.state))).toEqual(
      new Set(['reviewed', 'completed', 'rejected', 'cancelled']),
    );
    expect(sights.length).toBeGreaterThan(80);
  });

  it('never makes or loses money: it is held, or paid less the fee, or back in full', () => {
    for (const { act, from, to } of all.edges) {
      expect(eurosIn(to), `${act.name}: ${from.key} -> ${to.key}`).toEqual(eurosAt(to.end));
    }
  });

  it('is not changed by what is refused, nor by anything once it has ended', () => {
    const still = all.edges.filter(({ from, refusal }) => from.end ?? refusal);
    expect(still.length).toBeGreaterThan(100);
    for (const { act, from, to } of still) expect(to, `${act.name}: ${from.key}`).toEqual(from);
  });

  it('can be returned from everywhere, and paid from wherever the member is not frozen', () => {
    expect(stuck(['returned'], () => true)).toEqual([]);
    expect(stuck(['paid'], ({ row }) => !row.isFrozen)).toEqual([]);
  });

  it('is brought to its end from each state, and the books are clean there', async () => {
    const trail = trailThrough(story);
    const ways = waysOut(all, byPeopleAndTime);
    for (const { sight, trace } of all.states.values()) {
      let at = await trail.goTo(trace);
      for (let steps = 0; at.end === undefined && steps < 20; steps += 1) {
        ({ to: at } = await trail.step(ways.get(at.key)!));
      }
      expect(at.end, sight.key).toBeDefined();
      expect(eurosIn(at), sight.key).toEqual(eurosAt(at.end));
      const findings = await auditBooks(story.database);
      expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
    }
  });
});
