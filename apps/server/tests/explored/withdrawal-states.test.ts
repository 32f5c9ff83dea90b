import { custodyAccount, houseAccounts } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import {
  type Act,
  type By,
  explore,
  type Explored,
  trailThrough,
  waysOut,
} from '../support/explore.ts';
import { type WithdrawalSight, withdrawalStory } from '../support/withdrawal-story.ts';
import { TRON_ADDRESS, type WithdrawalWorld, withdrawalWorld } from '../support/withdrawals.ts';

let world: WithdrawalWorld;
let story: Awaited<ReturnType<typeof withdrawalStory>>;
let all: Explored<WithdrawalSight>;
let sights: WithdrawalSight[];

beforeAll(async () => {
  world = await withdrawalWorld(2);
  story = await withdrawalStory(world);
  all = await explore(story);
  sights = [...all.states.values()].map(({ sight }) => sight);
});
afterAll(async () => {
  await story?.close();
  await world?.fresh.drop();
});

const by =
  (...allowed: By[]) =>
  (act: Act) =>
    allowed.includes(act.by);
const isWaiting = ({ row }: WithdrawalSight) => row.state === 'reviewed';
const isAgreed = ({ row }: WithdrawalSight) => row.state === 'approved' || row.state === 'sending';
/** Those that such acts do not bring to such an end. */
const stuck = (isAllowed: (act: Act) => boolean, ends?: WithdrawalSight['end'][]) => {
  const ways = waysOut(all, isAllowed, ends);
  return sights.filter(({ key }) => !ways.has(key));
};
const keysOf = (some: readonly WithdrawalSight[]) => some.map(({ key }) => key);

/** All that is not zero, of everybody, while it waits and at each end. */
function booksAt(end: WithdrawalSight['end']) {
  const issued = { [`${houseAccounts.paperIssuance} USDT`]: '-250 and 0 held' };
  const member = `${story.memberId} USDT`;
  if (end === undefined) return { ...issued, [member]: '150 and 100 held' };
  if (end === 'returned') return { ...issued, [member]: '250 and 0 held' };
  return {
    ...issued,
    [member]: '150 and 0 held',
    // TRC20, by its seed.
    [`${custodyAccount(10)} USDT`]: '99 and 0 held',
    [`${houseAccounts.fees} USDT`]: '1 and 0 held',
  };
}

describe('a withdrawal to which everything happens', () => {
  it('comes into every state that there is', () => {
    expect(new Set(sights.map(({ row }) => row.state))).toEqual(
      new Set(['reviewed', 'approved', 'sending', 'completed', 'rejected', 'cancelled']),
    );
    expect(sights.length).toBeGreaterThan(150);
  });

  it('never makes or loses money: it is held, or paid less the fee, or back in full', () => {
    for (const { act, from, to } of all.edges) {
      const step = `${act.name}: ${from.key} -> ${to.key}`;
      expect(JSON.parse(to.row.books), step).toEqual(booksAt(to.end));
    }
  });

  it('is not changed by what is refused, nor by anything once it has ended', () => {
    const still = all.edges.filter(({ from, refusal }) => from.end ?? refusal);
    expect(still.length).toBeGreaterThan(100);
    for (const { act, from, to } of still) expect(to, `${act.name}: ${from.key}`).toEqual(from);
  });

  it('is never returned when its rail sent it, nor paid when it did not', () => {
    for (const { key, row, rail } of sights) {
      const { transfer } = rail;
      if (transfer === 'completed') expect(['sending', 'completed'], key).toContain(row.state);
      if (row.state === 'completed') expect(transfer, key).toBe('completed');
      if (row.state === 'rejected') expect(['untouched', 'refused'], key).toContain(transfer);
      if (row.state === 'reviewed') expect(transfer, key).toBe('untouched');
    }
  });

  it('is asked for of its rail in the same words every time', () => {
    const { id } = story;
    const amount = 99n * 10n ** 18n;
    const way = { asset: 'USDT', network: 'TRC20', address: TRON_ADDRESS, memo: '' };
    const asked = all.edges.flatMap(({ to }) => to.rail.asked);
    expect(asked.length).toBeGreaterThan(100);
    for (const each of asked)
      expect(each).toEqual({ reference: `withdrawal:${id}`, amount, ...way });
  });

  it('says that it is held exactly as long as it is', () => {
    const isAhead = (until: number | null, at: number) => until !== null && until > at;
    for (const { key, row, review, at } of sights) {
      expect(isAhead(row.heldUntil, at), key).toBe(isAhead(review.holdUntil, at));
    }
  });

  it('ends from everywhere without the member, where a rail carries it', () => {
    expect(keysOf(stuck(by('operator', 'rail', 'time')))).toEqual(
      keysOf(sights.filter((sight) => isAgreed(sight) && !sight.rail.isCarried)),
    );
    expect(keysOf(stuck(by('operator', 'rail', 'time', 'surroundings')))).toEqual([]);
  });

  it('can be returned from every state under review, whatever stands in the way of paying it', () => {
    const left = stuck(by('operator', 'time'), ['returned']);
    expect(keysOf(left.filter(isWaiting))).toEqual([]);
  });

  it('can be paid from every state under review, once nothing stands in the way', () => {
    const isFree = ({ row, rail }: WithdrawalSight) => !row.isFrozen && rail.isCarried;
    const left = stuck(by('operator', 'rail', 'time'), ['paid']);
    expect(keysOf(left.filter((sight) => isWaiting(sight) && isFree(sight)))).toEqual([]);
  });

  it('is brought to its end from each state, and the books are clean there', async () => {
    const trail = trailThrough(story);
    const ways = waysOut(all, by('operator', 'rail', 'time', 'surroundings'));
    for (const { sight, trace } of all.states.values()) {
      let at = await trail.goTo(trace);
      const steps: Act[] = [];
      for (let way = ways.get(at.key); way !== undefined; way = ways.get(at.key)) {
        expect(steps.length, sight.key).toBeLessThan(20);
        steps.push(way);
        ({ to: at } = await trail.step(way));
      }
      expect(at.end, sight.key).toBeDefined();
      expect(JSON.parse(at.row.books), sight.key).toEqual(booksAt(at.end));
      const findings = await auditBooks(story.database);
      expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
    }
  });
});
