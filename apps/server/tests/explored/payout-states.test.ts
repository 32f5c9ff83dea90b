import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { type Act, explore, type Explored, createTrail, pathsToEnd } from '../support/explore.ts';
import { type FiatWorld, fiatWorld } from '../support/fiat.ts';
import { type PayoutSnapshot, explorablePayout } from '../support/explorable-payout.ts';

let world: FiatWorld;
let subject: Awaited<ReturnType<typeof explorablePayout>>;
let all: Explored<PayoutSnapshot>;
let snapshots: PayoutSnapshot[];

beforeAll(async () => {
  world = await fiatWorld(2);
  subject = await explorablePayout(world);
  all = await explore(subject);
  snapshots = [...all.states.values()].map(({ snapshot }) => snapshot);
});
afterAll(async () => {
  await subject?.close();
  await world?.fresh.drop();
});

const byOperatorsAndTime = ({ by }: Act) => by === 'operator' || by === 'time';
const statesWithoutPath = (
  ends: PayoutSnapshot['end'][],
  among: (snapshot: PayoutSnapshot) => boolean,
) => {
  const ways = pathsToEnd(all, byOperatorsAndTime, ends);
  const open = snapshots.filter(({ key, end }) => end === undefined && !ways.has(key));
  return open.filter(among).map(({ key }) => key);
};

/** All EUR balances other than zero, under review and at each end. */
function expectedEuros(end: PayoutSnapshot['end']) {
  const issued = { [exchangeAccounts.paperIssuance]: '-250 and 0 held' };
  const { memberId } = subject;
  if (end === undefined) return { ...issued, [memberId]: '150 and 100 held' };
  if (end === 'returned') return { ...issued, [memberId]: '250 and 0 held' };
  return {
    ...issued,
    [memberId]: '150 and 0 held',
    [exchangeAccounts.custody]: '95 and 0 held',
    [exchangeAccounts.fees]: '5 and 0 held',
  };
}

const actualEuros = ({ row }: PayoutSnapshot) =>
  Object.fromEntries(
    Object.entries<string>(JSON.parse(row.books)).flatMap(([account, amount]) => {
      const [owner, asset] = account.split(' ');
      return asset === 'EUR' ? [[owner, amount]] : [];
    }),
  );

describe('a payout after every possible sequence of actions', () => {
  it('reaches every state', () => {
    expect(new Set(snapshots.map(({ row }) => row.state))).toEqual(
      new Set(['reviewed', 'approved', 'completed', 'returned', 'rejected', 'cancelled']),
    );
    expect(snapshots.length).toBeGreaterThan(80);
  });

  it('never creates or loses money: it is held, paid less the fee, or returned in full', () => {
    for (const { act, from, to } of all.edges) {
      expect(actualEuros(to), `${act.name}: ${from.key} -> ${to.key}`).toEqual(
        expectedEuros(to.end),
      );
    }
  });

  it('is not changed by a refused action, nor by any action after its end', () => {
    const still = all.edges.filter(({ from, refusal }) => from.end ?? refusal);
    expect(still.length).toBeGreaterThan(100);
    for (const { act, from, to } of still) expect(to, `${act.name}: ${from.key}`).toEqual(from);
  });

  it('can be returned from every state, and paid from every state in which the member is not frozen', () => {
    expect(statesWithoutPath(['returned'], () => true)).toEqual([]);
    expect(statesWithoutPath(['paid'], ({ row }) => !row.isFrozen)).toEqual([]);
  });

  it('can be ended from each state, and the audit passes then', async () => {
    const trail = createTrail(subject);
    const ways = pathsToEnd(all, byOperatorsAndTime);
    for (const { snapshot, trace } of all.states.values()) {
      let at = await trail.goTo(trace);
      for (let steps = 0; at.end === undefined && steps < 20; steps += 1) {
        ({ to: at } = await trail.step(ways.get(at.key)!));
      }
      expect(at.end, snapshot.key).toBeDefined();
      expect(actualEuros(at), snapshot.key).toEqual(expectedEuros(at.end));
      const findings = await auditBooks(subject.database);
      expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
    }
  });
});
