/** Instances that start together on a database: one does the first start, the others follow; whatever happens to it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { turns } from '../../../tests/support/pass-time.ts';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { bool, int8 } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { createLog } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { type FirstStartDeps, startInTurn } from './first-start.ts';

const endClaims = defineStatement({
  name: 'test.endClaimsOfFirstStart',
  text: `update first_start set claimed_until = '-infinity'`,
  params: [],
});
const claimByAnother = defineStatement({
  name: 'test.claimFirstStart',
  text: `update first_start set claimed_by = 'another', claimed_until = 'infinity'`,
  params: [],
});
const undo = defineStatement({
  name: 'test.undoFirstStart',
  text: 'update first_start set done_at = null',
  params: [],
});

/** How long the claim lasts from now on, and whether the first start is done. Units: milliseconds. */
const claimQuery = defineQuery({
  name: 'test.claimOfFirstStart',
  text: `select done_at is not null as is_done, claimed_until > clock_timestamp() as is_claimed,
    case when isfinite(claimed_until) then trunc(extract(epoch from claimed_until - clock_timestamp()) * 1000) else 0 end::bigint as lasts
    from first_start`,
  params: [],
  row: { isDone: bool, isClaimed: bool, lasts: int8 },
});

let fresh: FreshDatabase;
/** What was begun and ended, in this order. */
let acts: string[];

beforeEach(async () => {
  fresh = await freshDatabase();
  acts = [];
});
afterEach(() => fresh.drop());

const deps = (over: Partial<FirstStartDeps> = {}): FirstStartDeps => ({
  database: fresh.database,
  random: systemRandom,
  log: createLog('silent'),
  name: 'host-1 4711',
  isAlone: false,
  onWait: () => undefined,
  ...over,
});

const claim = () => fresh.database.one(claimQuery, []);

const start = (name: string, over: Partial<FirstStartDeps> = {}, fails = false) =>
  startInTurn(deps(over), async () => {
    acts.push(`${name} begins`);
    await turns();
    acts.push(`${name} ends`);
    if (fails) throw new Error(`${name} failed`);
    return name;
  });

describe('instances that start together on an empty database', () => {
  it('one starts alone, the others together when it has started', async () => {
    const waited: string[] = [];
    const names = ['one', 'two', 'three'];
    const begun = () => acts.filter((act) => act.endsWith('begins')).length;
    const started = names.map((name) => {
      const onWait = (by: string) => void waited.push(`${name} for ${by}`);
      return startInTurn(deps({ name, onWait }), async (isFirst) => {
        acts.push(`${name} begins`);
        if (isFirst) await expect.poll(() => new Set(waited).size).toBe(2);
        else await expect.poll(begun).toBe(3);
        acts.push(`${name} ends`);
        return name;
      });
    });
    expect(await Promise.all(started)).toEqual(names);
    const [first] = acts[0]!.split(' ');
    expect(acts.slice(0, 2)).toEqual([`${first} begins`, `${first} ends`]);
    const named = names.filter((name) => name !== first).map((name) => `${name} for ${first}`);
    expect(new Set(waited)).toEqual(new Set(named));
    expect(acts).toHaveLength(6);
  });

  it('the next one begins immediately when the first one fails', async () => {
    await expect(start('one', {}, true)).rejects.toThrow('one failed');
    expect(await claim()).toMatchObject({ isDone: false, isClaimed: false });
    await start('two');
    expect(acts.slice(2)).toEqual(['two begins', 'two ends']);
    expect(await claim()).toMatchObject({ isDone: true });
  });

  it('one that fails when another one has its claim leaves it', async () => {
    const failing = startInTurn(deps(), async () => {
      await fresh.owner.transaction((tx) => tx.run(claimByAnother, []));
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await claim()).toMatchObject({ isDone: false, isClaimed: true });
  });

  it('only one of them creates everything', async () => {
    const areFirst: boolean[] = [];
    const listen = () => startInTurn(deps(), async (isFirst) => void areFirst.push(isFirst));
    await Promise.all([listen(), listen(), listen()]);
    expect(areFirst).toEqual([true, false, false]);
  });

  it('one whose claim another instance has taken says so in its log', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    await startInTurn(deps({ log }), async () => {
      await fresh.owner.transaction((tx) => tx.run(claimByAnother, []));
      await expect.poll(() => lines.join()).toContain('another instance does it now');
    });
    // It has not declared done what the other one does.
    await expect(fresh.owner.transaction((tx) => tx.run(endClaims, []))).resolves.not.toThrow();
  });

  it('begins when the claim of one that was killed is over, and not before', async () => {
    await fresh.owner.transaction((tx) => tx.run(claimByAnother, []));
    let looks = 0;
    const waiting = start('one', { onWait: () => void (looks += 1) });
    await expect.poll(() => looks).toBeGreaterThan(2);
    expect(acts).toEqual([]);
    await fresh.owner.transaction((tx) => tx.run(endClaims, []));
    expect(await waiting).toBe('one');
  });

  it('does not wait for a claim in a database that it has alone', async () => {
    await fresh.owner.transaction((tx) => tx.run(claimByAnother, []));
    expect(await start('one', { isAlone: true })).toBe('one');
  });

  it('claims the start for fifteen seconds at a time', async () => {
    await startInTurn(deps(), async () => {
      const { lasts } = await claim();
      expect(lasts).toBeGreaterThan(13_000);
      expect(lasts).toBeLessThanOrEqual(15_000);
    });
  });

  it('keeps its claim for as long as its start takes', async () => {
    let isOver = false;
    let looks = 0;
    let other: Promise<boolean> | undefined;
    const slow = startInTurn(deps(), async () => {
      // Without a renewal, the claim would be over now.
      await fresh.owner.transaction((tx) => tx.run(endClaims, []));
      await expect.poll(async () => (await claim()).isClaimed).toBe(true);
      other = start('other', { onWait: () => void (looks += 1) }).then(() => isOver);
      await expect.poll(() => looks).toBeGreaterThan(2);
      isOver = true;
    });
    await slow;
    expect(await other).toBe(true);
  });
});

it('fails with the error of the database when that is gone for longer than the claim lasts, though its start waits on', async () => {
  let uptime = 0;
  let isGone = false;
  let renewals = 0;
  const database = {
    ...fresh.database,
    transaction: ((...args: Parameters<typeof fresh.database.transaction>) => {
      if (!isGone) return fresh.database.transaction(...args);
      renewals += 1;
      uptime += 8_000;
      return Promise.reject(new Error('Connection terminated'));
    }) as typeof fresh.database.transaction,
  };
  const starting = startInTurn(deps({ database, uptime: () => uptime }), () => {
    isGone = true;
    return new Promise<never>(() => undefined);
  });
  await expect(starting).rejects.toThrow('Connection terminated');
  // Two renewals, and the claim that is given up.
  expect(renewals).toBe(3);
});

it('the first start is final', async () => {
  await start('one');
  await expect(fresh.owner.transaction((tx) => tx.run(undo, []))).rejects.toThrow(/done once/);
  const both = await Promise.all([start('two'), start('three')]);
  expect(both).toEqual(['two', 'three']);
});
