import { custodyAccount, exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import {
  type Act,
  type By,
  type Edge,
  explore,
  type Explored,
  createTrail,
  pathsToEnd,
} from '../support/explore.ts';
import { type WithdrawalSnapshot, explorableWithdrawal } from '../support/explorable-withdrawal.ts';
import { TRON_ADDRESS, type WithdrawalWorld, withdrawalWorld } from '../support/withdrawals.ts';

let world: WithdrawalWorld;
let subject: Awaited<ReturnType<typeof explorableWithdrawal>>;
let all: Explored<WithdrawalSnapshot>;
let snapshots: WithdrawalSnapshot[];

beforeAll(async () => {
  world = await withdrawalWorld(2);
  subject = await explorableWithdrawal(world);
  all = await explore(subject);
  snapshots = [...all.states.values()].map(({ snapshot }) => snapshot);
});
afterAll(async () => {
  await subject?.close();
  await world?.fresh.drop();
});

const by =
  (...allowed: By[]) =>
  (act: Act) =>
    allowed.includes(act.by);
const isWaiting = ({ row }: WithdrawalSnapshot) => row.state === 'reviewed';
const isApproved = ({ row }: WithdrawalSnapshot) =>
  row.state === 'approved' || row.state === 'sending';
/** States from which these actions lead to none of these ends. */
const statesWithoutPath = (
  isAllowed: (act: Act) => boolean,
  ends?: WithdrawalSnapshot['end'][],
) => {
  const ways = pathsToEnd(all, isAllowed, ends);
  return snapshots.filter(({ key }) => !ways.has(key));
};
const keysOf = (some: readonly WithdrawalSnapshot[]) => some.map(({ key }) => key);

/** All balances other than zero, under review and at each end. */
function booksAt(end: WithdrawalSnapshot['end']) {
  const issued = { [`${exchangeAccounts.paperIssuance} USDT`]: '-250 and 0 held' };
  const member = `${subject.memberId} USDT`;
  if (end === undefined) return { ...issued, [member]: '150 and 100 held' };
  if (end === 'returned') return { ...issued, [member]: '250 and 0 held' };
  return {
    ...issued,
    [member]: '150 and 0 held',
    // TRC20, by its seed.
    [`${custodyAccount(10)} USDT`]: '99 and 0 held',
    [`${exchangeAccounts.fees} USDT`]: '1 and 0 held',
  };
}

describe('a withdrawal after every possible sequence of actions', () => {
  it('reaches every state', () => {
    expect(new Set(snapshots.map(({ row }) => row.state))).toEqual(
      new Set(['reviewed', 'approved', 'sending', 'completed', 'rejected', 'cancelled']),
    );
    expect(snapshots.length).toBeGreaterThan(150);
  });

  it('never creates or loses money: it is held, paid less the fee, or returned in full', () => {
    for (const { act, from, to } of all.edges) {
      const step = `${act.name}: ${from.key} -> ${to.key}`;
      expect(JSON.parse(to.row.books), step).toEqual(booksAt(to.end));
    }
  });

  it('is not changed by a refused action, nor by any action after its end', () => {
    const still = all.edges.filter(({ from, refusal }) => from.end ?? refusal);
    expect(still.length).toBeGreaterThan(100);
    for (const { act, from, to } of still) expect(to, `${act.name}: ${from.key}`).toEqual(from);
  });

  it('is never returned if its rail sent it, nor completed if the rail did not', () => {
    for (const { key, row, rail } of snapshots) {
      const { transfer } = rail;
      if (transfer === 'completed') expect(['sending', 'completed'], key).toContain(row.state);
      if (row.state === 'completed') expect(transfer, key).toBe('completed');
      if (row.state === 'rejected') expect(['untouched', 'refused'], key).toContain(transfer);
      if (row.state === 'reviewed') expect(transfer, key).toBe('untouched');
    }
  });

  it('is sent to its rail with the same reference, amount and address every time', () => {
    const { id } = subject;
    const amount = 99n * 10n ** 18n;
    const way = { asset: 'USDT', network: 'TRC20', address: TRON_ADDRESS, memo: '' };
    const asked = all.edges.flatMap(({ to }) => to.rail.asked);
    expect(asked.length).toBeGreaterThan(100);
    for (const each of asked)
      expect(each).toEqual({ reference: `withdrawal:${id}`, amount, ...way });
  });

  it('shows a pause exactly as long as its review is paused', () => {
    const isAhead = (until: number | null, at: number) => until !== null && until > at;
    for (const { key, row, review, at } of snapshots) {
      expect(isAhead(row.heldUntil, at), key).toBe(isAhead(review.holdUntil, at));
    }
  });

  it('can be ended from every state without the member, if a rail serves its network', () => {
    expect(keysOf(statesWithoutPath(by('operator', 'rail', 'time')))).toEqual(
      keysOf(snapshots.filter((snapshot) => isApproved(snapshot) && !snapshot.rail.isCarried)),
    );
    expect(keysOf(statesWithoutPath(by('operator', 'rail', 'time', 'surroundings')))).toEqual([]);
  });

  it('can be returned from every state under review, even if it cannot be paid', () => {
    const left = statesWithoutPath(by('operator', 'time'), ['returned']);
    expect(keysOf(left.filter(isWaiting))).toEqual([]);
  });

  it('can be paid from every state under review, if the member is not frozen and a rail serves the network', () => {
    const isFree = ({ row, rail }: WithdrawalSnapshot) => !row.isFrozen && rail.isCarried;
    const left = statesWithoutPath(by('operator', 'rail', 'time'), ['paid']);
    expect(keysOf(left.filter((snapshot) => isWaiting(snapshot) && isFree(snapshot)))).toEqual([]);
  });

  // Reliability X9: each fault is one that would keep a member's money, planted in what was explored.
  it.each<[string, (edge: Edge<WithdrawalSnapshot>) => boolean, WithdrawalSnapshot['end'][]]>([
    [
      'that nobody may return while the member is frozen',
      ({ from, to }) => from.row.isFrozen && to.end === 'returned',
      ['returned'],
    ],
    [
      'that stays paused until the member acts',
      ({ act, from }) => from.review.holdUntil !== null && act.by !== 'member',
      ['paid', 'returned'],
    ],
    [
      'that is not asked about again once its rail was unclear',
      ({ act, from }) => from.row.state === 'sending' && act.by === 'time',
      ['paid', 'returned'],
    ],
    [
      'that only a member can cancel',
      ({ act, to }) => act.by !== 'member' && to.end === 'returned',
      ['returned'],
    ],
  ])('finds a withdrawal %s', (_what, isCut, ends) => {
    const edges = all.edges.filter((edge) => !isCut(edge));
    const ways = pathsToEnd({ ...all, edges }, by('operator', 'rail', 'time'), ends);
    const whole = pathsToEnd(all, by('operator', 'rail', 'time'), ends);
    const caught = snapshots.filter(({ key }) => whole.has(key) && !ways.has(key));
    expect(all.edges.length).toBeGreaterThan(edges.length);
    expect(keysOf(caught)).not.toEqual([]);
  });

  it('can be ended from each state, and the audit passes then', async () => {
    const trail = createTrail(subject);
    const ways = pathsToEnd(all, by('operator', 'rail', 'time', 'surroundings'));
    for (const { snapshot, trace } of all.states.values()) {
      let at = await trail.goTo(trace);
      const steps: Act[] = [];
      for (let way = ways.get(at.key); way !== undefined; way = ways.get(at.key)) {
        expect(steps.length, snapshot.key).toBeLessThan(20);
        steps.push(way);
        ({ to: at } = await trail.step(way));
      }
      expect(at.end, snapshot.key).toBeDefined();
      expect(JSON.parse(at.row.books), snapshot.key).toEqual(booksAt(at.end));
      const findings = await auditBooks(subject.database);
      expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
    }
  });
});
