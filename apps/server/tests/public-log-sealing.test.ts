/** How the log is sealed: late commits, keys, quiet times, and what is never sealed. */
import { openCheckpoint, parseVerifierKey } from '@tern/proofs';
import { publicLogCalls } from '@tern/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPublicLog, type PublicLog } from '../src/features/public-log/index.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { entryOf, post, posting, postUnfounded } from './support/journal.ts';
import { type ManualClock, manualClock } from './support/market.ts';

const ORIGIN = 'tern.test/log';

let fresh: FreshDatabase;
let clock: ManualClock;
let log: PublicLog;

beforeEach(async () => {
  fresh = await freshDatabase();
  clock = manualClock();
  log = await opened();
});
afterEach(() => fresh.drop());

async function opened(box = 1): Promise<PublicLog> {
  const made = createPublicLog({
    database: fresh.database,
    clock,
    log: createLog('silent'),
    secretBox: createSecretBox(new Uint8Array(32).fill(box)),
    publicUrl: 'https://tern.test',
  });
  await made.start?.();
  return made;
}

const entry = (asset = 'USDT') => entryOf([posting(7, asset, '1'), posting(-7, asset, '-1')]);

async function keys() {
  const route = log.routes!.find(({ call }) => call === publicLogCalls.logKeys)!;
  const { list } = (await route.answer({
    input: {},
    lang: 'en',
    address: '127.0.0.1',
    idempotencyKey: undefined,
    caller: { memberId: 0, sessionId: 0 },
  })) as { list: { key: string }[] };
  return list.map(({ key }) => parseVerifierKey(key)!);
}

/** Size and signing keys of the newest checkpoint. */
async function sealed() {
  await log.seal();
  const trusted = await keys();
  const { size, signatures } = openCheckpoint(log.checkpoint(), { origin: ORIGIN, keys: trusted })!;
  return { size, signers: signatures.map(({ key }) => trusted.indexOf(key)) };
}

describe('the sealer', () => {
  it('opens an empty log with a signed checkpoint', () => {
    expect(log.checkpoint()).toMatch(
      /^tern\.test\/log\n0\n47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— tern\.test\/log /,
    );
  });

  it('makes one entry of all that one transaction wrote', async () => {
    await post(fresh.database, entry(), entry(), entry());
    await post(fresh.database, entry());
    expect(await sealed()).toMatchObject({ size: 2 });
    expect(await sealed()).toMatchObject({ size: 2 });
  });

  it('is one of several programs, which all publish the newest checkpoint', async () => {
    const other = await opened();
    await post(fresh.database, entry());
    await log.seal();
    expect(other.checkpoint()).not.toBe(log.checkpoint());
    for (const job of other.jobs ?? []) if (job.runs === 'everywhere') await job.run();
    expect(other.checkpoint()).toBe(log.checkpoint());
  });

  it('seals a transaction that commits after later ones', async () => {
    let commit = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let hasPosted = (): void => undefined;
    const posted = new Promise<void>((resolve) => {
      hasPosted = resolve;
    });
    const late = fresh.owner.transaction(async (tx) => {
      // The balances of an asset stay locked, so the others move another.
      await postUnfounded(tx, [entry('BTC')], clock.now());
      hasPosted();
      await gate;
    });
    await posted;
    for (const size of [1, 2, 3, 4]) {
      await post(fresh.database, entry());
      expect(await sealed()).toMatchObject({ size });
    }
    commit();
    await late;
    expect(await sealed()).toMatchObject({ size: 5 });
    await post(fresh.database, entry());
    expect(await sealed()).toMatchObject({ size: 6 });
  });

  it('is one of several that seal the same journal, and none seals twice', async () => {
    const others = [await opened(), await opened()];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        post(fresh.database, entry()),
        ...[log, ...others].map((each) => each.seal()),
      ]);
    }
    expect(await sealed()).toMatchObject({ size: 10 });
    for (const other of others) {
      await other.seal();
      expect(other.checkpoint()).toBe(log.checkpoint());
    }
  });

  it('never seals a round that does not sum to zero', async () => {
    await post(fresh.database, entry());
    expect(await sealed()).toMatchObject({ size: 1 });
    await fresh.owner.transaction(async (tx) => {
      const statement = (name: string, text: string) =>
        tx.run(defineStatement({ name: `test.publicLog${name}`, text, params: [] }), []);
      await statement(
        'PlantedEntry',
        `insert into ledger_entries (kind, reference, effective_at) values (32, 'paper:1', now())`,
      );
      await statement(
        'PlantedPosting',
        `insert into ledger_postings (entry_id, owner_id, asset, available, total_after, kind, effective_at)
          select max(id), 7, 'USDT', 1000, 1001, 32, now() from ledger_entries`,
      );
    });
    await expect(log.seal()).rejects.toThrow('round 2 does not sum to zero');
    expect(log.checkpoint()).toMatch(/^tern\.test\/log\n1\n/);
  });
});

describe('the keys of the log', () => {
  it('are replaced after a year, with three months in which both sign', async () => {
    clock.advance(364 * DAY_MS);
    await post(fresh.database, entry());
    expect(await sealed()).toEqual({ size: 1, signers: [0] });
    // Also without a new entry.
    clock.advance(DAY_MS);
    expect(await sealed()).toEqual({ size: 1, signers: [0, 1] });
    clock.advance(89 * DAY_MS);
    await post(fresh.database, entry());
    expect(await sealed()).toEqual({ size: 2, signers: [0, 1] });
    clock.advance(DAY_MS);
    expect(await sealed()).toEqual({ size: 2, signers: [0] });
    expect(await keys()).toHaveLength(2);
  });

  it('stay listed when the deployment lost the key that encrypts them', async () => {
    const [lost] = await keys();
    log = await opened(2);
    await post(fresh.database, entry());
    expect(await sealed()).toEqual({ size: 1, signers: [0] });
    const listed = await keys();
    expect(listed.map(({ id }) => id)).toEqual([listed[0]!.id, lost!.id]);
  });
});
