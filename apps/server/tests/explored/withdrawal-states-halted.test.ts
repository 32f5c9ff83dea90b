/** Every state of a withdrawal whose rail may fall silent: people bring it to an end, and nothing is paid or returned twice. */
import { custodyAccount, houseAccounts } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { type Act, explore, type Explored, trailThrough, waysOut } from '../support/explore.ts';
import { HOUR_MS, signedFor } from '../support/halted.ts';
import { type HaltedSight, haltedStory } from '../support/halted-story.ts';
import { type WithdrawalWorld, withdrawalWorld } from '../support/withdrawals.ts';

let world: WithdrawalWorld;
let story: Awaited<ReturnType<typeof haltedStory>>;
let all: Explored<HaltedSight>;
let sights: HaltedSight[];

beforeAll(async () => {
  world = await withdrawalWorld(2);
  story = await haltedStory(world);
  all = await explore(story);
  sights = [...all.states.values()].map(({ sight }) => sight);
}, 120_000);
afterAll(async () => {
  await story?.close();
  await world?.fresh.drop();
});

/** All that is not zero, of everybody, while it is under way and at each end. */
function booksAt(end: HaltedSight['end']) {
  const issued = { [`${houseAccounts.paperIssuance} USDT`]: '-250 and 0 held' };
  const member = `${story.memberId} USDT`;
  if (end === undefined) return { ...issued, [member]: '150 and 100 held' };
  if (end === 'returned') return { ...issued, [member]: '250 and 0 held' };
  return {
    ...issued,
    [member]: '150 and 0 held',
    [`${custodyAccount(10)} USDT`]: '99 and 0 held',
    [`${houseAccounts.fees} USDT`]: '1 and 0 held',
  };
}

const isCarriedOut = ({ row }: HaltedSight) => row.resolutionState === 'carried';
/** What happened on the chain cannot be true beside what people decided. */
const isOdd = ({ row, chain }: HaltedSight) =>
  isCarriedOut({ row } as HaltedSight) &&
  (chain === 'paid' ||
    (chain === 'undone' &&
      row.verdict === 'sent' &&
      row.named === signedFor(`withdrawal:${story.id}`)));

describe('a withdrawal whose rail may fall silent', () => {
  it('comes into every state that there is', () => {
    const verdicts = new Set(sights.map(({ row }) => `${row.verdict} ${row.resolutionState}`));
    for (const verdict of ['unsent proposed', 'unsent carried', 'sent proposed', 'sent carried']) {
      expect(verdicts).toContain(verdict);
    }
    expect(new Set(sights.map(({ row }) => row.state))).toEqual(
      new Set(['approved', 'sending', 'completed', 'rejected']),
    );
    expect(new Set(sights.map(({ row }) => row.discrepancies))).toEqual(new Set([0, 1]));
    expect(sights.length).toBeGreaterThan(100);
  });

  it('never makes or loses money: it is held, or paid less the fee, or back in full', () => {
    for (const { act, from, to } of all.edges) {
      expect(JSON.parse(to.row.books), `${act.name}: ${from.key}`).toEqual(booksAt(to.end));
      if (from.end !== undefined) expect(to.end, `${act.name}: ${from.key}`).toBe(from.end);
    }
  });

  it('is decided by people only after an hour of silence, and by two of them', () => {
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

  it('is returned only where nothing was signed, or where what took its place is named', () => {
    for (const { key, row, kept } of sights) {
      if (row.verdict !== 'unsent' || row.resolutionState !== 'carried') continue;
      expect(kept, key).toBeDefined();
      if (kept!.txid !== null) expect(row.named, key).not.toBe('');
    }
  });

  it('is never begun by its rail once people have decided, nor returned by itself where the chain paid it', () => {
    for (const { act, from, to } of all.edges) {
      const step = `${act.name}: ${from.key}`;
      if (isCarriedOut(from)) expect(to.kept?.txid, step).toBe(from.kept?.txid);
      if (to.end === 'returned' && !isCarriedOut(to)) expect(to.chain, step).not.toBe('paid');
    }
  });

  it('stands as a discrepancy exactly where the rail was heard to contradict, and once', () => {
    for (const sight of sights) {
      if (sight.row.discrepancies > 0) expect(isOdd(sight), sight.key).toBe(true);
      const isHeard = isCarriedOut(sight) && sight.row.nextLookAt === null;
      if (isHeard && isOdd(sight)) expect(sight.row.discrepancies, sight.key).toBe(1);
    }
    // From wherever it is odd, a rail that is there and heard brings it to light.
    const isWay = ({ by }: Act) => by !== 'surroundings' && by !== 'member';
    const light = new Set(sights.filter(({ row }) => row.discrepancies > 0).map(({ key }) => key));
    for (let grown = 0; grown !== light.size; ) {
      grown = light.size;
      for (const { act, from, to } of all.edges) {
        if (isWay(act) && light.has(to.key)) light.add(from.key);
      }
    }
    const dark = sights.filter((sight) => sight.isCarried && isOdd(sight) && !light.has(sight.key));
    expect(dark.map(({ key }) => key)).toEqual([]);
  });

  it('ends from everywhere by people and time, however silent its rail, and though none is left', () => {
    const isSilent = (act: Act) =>
      act.by === 'operator' || act.by === 'time' || act.name === 'the rail is asked, silent';
    const ways = waysOut(all, isSilent);
    expect(sights.filter(({ key }) => !ways.has(key)).map(({ key }) => key)).toEqual([]);
    const returned = waysOut(all, isSilent, ['returned']);
    const left = sights.filter(({ key, end }) => end !== 'paid' && !returned.has(key));
    expect(left.map(({ key }) => key)).toEqual([]);
  });

  it('is brought to its end from each state, and the books are clean there', async () => {
    const trail = trailThrough(story);
    const ways = waysOut(all, ({ by }) => by !== 'surroundings');
    for (const { sight, trace } of all.states.values()) {
      let at = await trail.goTo(trace);
      const steps: string[] = [];
      for (let way = ways.get(at.key); way !== undefined; way = ways.get(at.key)) {
        expect(steps.length, `${sight.key}: ${steps.join(', ')}`).toBeLessThan(12);
        steps.push(way.name);
        ({ to: at } = await trail.step(way));
      }
      expect(at.end, sight.key).toBeDefined();
    }
    await trail.goTo([...all.states.values()].at(-1)!.trace);
    const findings = await auditBooks(story.database);
    expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  }, 120_000);
});
