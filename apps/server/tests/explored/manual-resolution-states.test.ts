/** Every state of a withdrawal whose rail may stop answering: operators can end it, and nothing is paid or returned twice. */
import { custodyAccount, exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { type Act, explore, type Explored, createTrail, pathsToEnd } from '../support/explore.ts';
import { HOUR_MS, signedFor } from '../support/manual-resolutions.ts';
import { type ResolutionSnapshot, explorableResolution } from '../support/explorable-resolution.ts';
import { type WithdrawalWorld, withdrawalWorld } from '../support/withdrawals.ts';

let world: WithdrawalWorld;
let subject: Awaited<ReturnType<typeof explorableResolution>>;
let all: Explored<ResolutionSnapshot>;
let snapshots: ResolutionSnapshot[];

beforeAll(async () => {
  world = await withdrawalWorld(2);
  subject = await explorableResolution(world);
  all = await explore(subject);
  snapshots = [...all.states.values()].map(({ snapshot }) => snapshot);
}, 120_000);
afterAll(async () => {
  await subject?.close();
  await world?.fresh.drop();
});

/** All balances other than zero, in progress and at each end. */
function booksAt(end: ResolutionSnapshot['end']) {
  const issued = { [`${exchangeAccounts.paperIssuance} USDT`]: '-250 and 0 held' };
  const member = `${subject.memberId} USDT`;
  if (end === undefined) return { ...issued, [member]: '150 and 100 held' };
  if (end === 'returned') return { ...issued, [member]: '250 and 0 held' };
  return {
    ...issued,
    [member]: '150 and 0 held',
    [`${custodyAccount(10)} USDT`]: '99 and 0 held',
    [`${exchangeAccounts.fees} USDT`]: '1 and 0 held',
  };
}

const isCarriedOut = ({ row }: ResolutionSnapshot) => row.resolutionState === 'carried';
/** The chain contradicts the resolution. */
const isContradicted = ({ row, chain }: ResolutionSnapshot) =>
  isCarriedOut({ row } as ResolutionSnapshot) &&
  (chain === 'paid' ||
    (chain === 'undone' &&
      row.outcome === 'sent' &&
      row.named === signedFor(`withdrawal:${subject.id}`)));

describe('a withdrawal whose rail may stop answering', () => {
  it('reaches every state', () => {
    const outcomes = new Set(snapshots.map(({ row }) => `${row.outcome} ${row.resolutionState}`));
    for (const outcome of ['unsent proposed', 'unsent carried', 'sent proposed', 'sent carried']) {
      expect(outcomes).toContain(outcome);
    }
    expect(new Set(snapshots.map(({ row }) => row.state))).toEqual(
      new Set(['approved', 'sending', 'completed', 'rejected']),
    );
    expect(new Set(snapshots.map(({ row }) => row.discrepancies))).toEqual(new Set([0, 1]));
    expect(snapshots.length).toBeGreaterThan(100);
  });

  it('never creates or loses money: it is held, paid less the fee, or returned in full', () => {
    for (const { act, from, to } of all.edges) {
      expect(JSON.parse(to.row.books), `${act.name}: ${from.key}`).toEqual(booksAt(to.end));
      if (from.end !== undefined) expect(to.end, `${act.name}: ${from.key}`).toBe(from.end);
    }
  });

  it('is resolved by two operators, and only after an hour without an answer', () => {
    const carried = all.edges.filter(({ from, to }) => !isCarriedOut(from) && isCarriedOut(to));
    expect(carried.length).toBeGreaterThan(10);
    for (const { act, from } of carried) {
      expect(act.name, from.key).toBe('another agrees');
      expect(from.row.silentSince! + HOUR_MS, from.key).toBeLessThanOrEqual(from.at);
    }
    for (const { act, from, refusal } of all.edges) {
      if (act.name === 'the same agrees') expect(refusal, from.key).toBeDefined();
    }
  });

  it('is returned only if nothing was signed, or if the transaction that replaced it is named', () => {
    for (const { key, row, kept } of snapshots) {
      if (row.outcome !== 'unsent' || row.resolutionState !== 'carried') continue;
      expect(kept, key).toBeDefined();
      if (kept!.txid !== null) expect(row.named, key).not.toBe('');
    }
  });

  it('is never started by its rail after the resolution, nor returned automatically if the chain paid it', () => {
    for (const { act, from, to } of all.edges) {
      const step = `${act.name}: ${from.key}`;
      if (isCarriedOut(from)) expect(to.kept?.txid, step).toBe(from.kept?.txid);
      if (to.end === 'returned' && !isCarriedOut(to)) expect(to.chain, step).not.toBe('paid');
    }
  });

  it('is reported as a discrepancy once, exactly when the rail contradicts the resolution', () => {
    for (const snapshot of snapshots) {
      if (snapshot.row.discrepancies > 0) expect(isContradicted(snapshot), snapshot.key).toBe(true);
      const isReported = isCarriedOut(snapshot) && snapshot.row.nextLookAt === null;
      if (isReported && isContradicted(snapshot))
        expect(snapshot.row.discrepancies, snapshot.key).toBe(1);
    }
    // From every contradicted state, a rail that answers leads to the discrepancy.
    const isAllowed = ({ by }: Act) => by !== 'surroundings' && by !== 'member';
    const reported = new Set(
      snapshots.filter(({ row }) => row.discrepancies > 0).map(({ key }) => key),
    );
    for (let size = 0; size !== reported.size; ) {
      size = reported.size;
      for (const { act, from, to } of all.edges) {
        if (isAllowed(act) && reported.has(to.key)) reported.add(from.key);
      }
    }
    const unreported = snapshots.filter(
      (snapshot) => snapshot.isCarried && isContradicted(snapshot) && !reported.has(snapshot.key),
    );
    expect(unreported.map(({ key }) => key)).toEqual([]);
  });

  it('can be ended from every state by operators and time alone, even without a rail', () => {
    const isSilent = (act: Act) =>
      act.by === 'operator' || act.by === 'time' || act.name === 'the rail is asked, silent';
    const ways = pathsToEnd(all, isSilent);
    expect(snapshots.filter(({ key }) => !ways.has(key)).map(({ key }) => key)).toEqual([]);
    const returned = pathsToEnd(all, isSilent, ['returned']);
    const left = snapshots.filter(({ key, end }) => end !== 'paid' && !returned.has(key));
    expect(left.map(({ key }) => key)).toEqual([]);
  });

  it('can be ended from each state, and the audit passes then', async () => {
    const trail = createTrail(subject);
    const ways = pathsToEnd(all, ({ by }) => by !== 'surroundings');
    for (const { snapshot, trace } of all.states.values()) {
      let at = await trail.goTo(trace);
      const steps: string[] = [];
      for (let way = ways.get(at.key); way !== undefined; way = ways.get(at.key)) {
        expect(steps.length, `${snapshot.key}: ${steps.join(', ')}`).toBeLessThan(12);
        steps.push(way.name);
        ({ to: at } = await trail.step(way));
      }
      expect(at.end, snapshot.key).toBeDefined();
    }
    await trail.goTo([...all.states.values()].at(-1)!.trace);
    const findings = await auditBooks(subject.database);
    expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  }, 120_000);
});
