/** How the log is sealed: late commits, keys, quiet times, and what is never sealed. */
import {
  checkpointText,
  documentEntry,
  followReceipts,
  openCheckpoint,
  parseKeyEntry,
  parseVerifierKey,
  signNote,
} from '@tern/proofs';
import { publicLogCalls } from '@tern/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditPublicLog } from '../src/audit/public-log.ts';
import {
  createPublicLog,
  type PublicLog,
  readEntry,
} from '../src/features/proof/public-log/index.ts';
import { createKeptList } from '../src/features/proof/public-log/keep-checkpoints.ts';
import { openLogKeys } from '../src/features/proof/public-log/log-keys.ts';
import { DAY_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { entryOf, post, posting, postUnfounded } from './support/journal.ts';
import { untilLocked } from './support/lock-waits.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import { failedRulesAfter } from './support/tampering.ts';

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

async function opened(box = 1, database = fresh.database): Promise<PublicLog> {
  const made = createPublicLog({
    database,
    clock,
    log: createLog('silent'),
    secretBox: createSecretBox(new Uint8Array(32).fill(box)),
    publicUrl: 'https://tern.test',
  });
  await made.start?.();
  return made;
}

const entry = (asset = 'USDT') => entryOf([posting(7, asset, '1'), posting(-7, asset, '-1')]);

async function listed() {
  const route = log.routes!.find(({ call }) => call === publicLogCalls.logKeys)!;
  const { list } = (await route.answer({
    input: {},
    lang: 'en',
    address: '127.0.0.1',
    idempotencyKey: undefined,
    caller: { memberId: 0, sessionId: 0 },
  })) as { list: { key: string; receipt: string | null }[] };
  return list;
}

const keys = async () => (await listed()).map(({ key }) => parseVerifierKey(key)!);
/** Of the entries that introduced keys. */
const receipts = async () => (await listed()).flatMap(({ receipt }) => receipt ?? []);

const entryAt = async (index: number) => (await readEntry(fresh.database, index))!;

const faultsOfLog = () =>
  fresh.database.snapshot(async (reader) =>
    (await auditPublicLog(reader)).flatMap(({ faults }) => faults),
  );

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

  it('is one of several instances, which all publish the newest checkpoint', async () => {
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

  it('lets an entry of a document wait for its turn, however long another one holds the log', async () => {
    const document = documentEntry({ kind: 'history', at: clock.now(), hash: new Uint8Array(32) });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let first: Promise<void> | undefined;
    await new Promise<void>((holds) => {
      first = log.append(document, async () => {
        holds();
        await released;
        throw new Error('not appended');
      });
    });
    const indexes: number[] = [];
    const second = log.append(document, async (_, index) => void indexes.push(index));
    await untilLocked(fresh.owner);
    release();
    await expect(first).rejects.toThrow('not appended');
    await second;
    expect(indexes).toEqual([0]);
    expect(await sealed()).toMatchObject({ size: 1 });
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

describe('the history of the log', () => {
  const keep = () => log.jobs!.find(({ name }) => name === 'public-log.keep')!.run();
  const answer = (call: unknown, input: object) =>
    log
      .routes!.find((each) => each.call === call)!
      .answer({
        input,
        lang: 'en',
        address: '127.0.0.1',
        idempotencyKey: undefined,
        caller: { memberId: 0, sessionId: 0 },
      });
  const history = async (page = 1) =>
    (await answer(publicLogCalls.logCheckpoints, { page, pageSize: 2 })) as {
      list: { ID: number; root: string; witnesses: string[] }[];
      total: number;
    };
  const fileOf = (size: string) =>
    log
      .endpoints!.find(({ path }) => path === '/log/checkpoint/:size')!
      .answer({
        query: new URLSearchParams(),
        params: { size },
        body: '',
        headers: {},
        rawUrl: '',
        address: '127.0.0.1',
        takeTurn: () => 0,
      });

  it('has a checkpoint of each ten minutes in which it grew, page by page, each as a file', async () => {
    await keep();
    expect((await history()).total).toBe(0);
    const notes: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await post(fresh.database, entry());
      await log.seal();
      notes.push(log.checkpoint());
      await keep();
      // Nothing more within ten minutes, and nothing of a log that did not grow.
      clock.advance(MINUTE_MS);
      await post(fresh.database, entry());
      await log.seal();
      await keep();
      clock.advance(10 * MINUTE_MS);
    }
    expect((await history()).list.map(({ ID }) => ID)).toEqual([5, 3]);
    const [last, ...others] = (await history(2)).list;
    expect([last!.ID, others.length, (await history()).total]).toEqual([1, 0, 3]);
    for (const [at, note] of notes.entries()) {
      expect((await fileOf(String(1 + at * 2))).body).toEqual(Buffer.from(note));
    }
    expect((await fileOf('2')).status).toBe(404);
    expect((await fileOf('x')).status).toBe(404);
  });

  it('is verified once, one checkpoint in each turn of the event loop, and again with a new key', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await post(fresh.database, entry());
      await log.seal();
      await keep();
      clock.advance(10 * MINUTE_MS);
    }
    let [turns, verified] = [0, [] as number[]];
    let isCounting = true;
    const count = () => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    count();
    const list = createKeptList((note, trust) => {
      verified.push(turns);
      return openCheckpoint(note, trust);
    });
    const page = { number: 1, limit: 10, offset: 0 };
    const first = await list(fresh.database, page);
    expect(first.list.map(({ size }) => size)).toEqual([3, 2, 1]);
    expect(new Set(verified).size).toBe(3);
    expect(await list(fresh.database, page)).toEqual(first);
    expect(verified).toHaveLength(3);
    clock.advance(365 * DAY_MS);
    await log.seal();
    verified = [];
    await list(fresh.database, page);
    expect(verified).toHaveLength(3);
    isCounting = false;
  });

  it('is append only, and the audit finds a kept checkpoint that was changed, or is of another log', async () => {
    await post(fresh.database, entry());
    await log.seal();
    await keep();
    const change = `update public_log_checkpoints set checkpoint = replace(checkpoint, E'\\n1\\n', E'\\n2\\n')`;
    const statement = defineStatement({ name: 'test.changeKept', text: change, params: [] });
    await expect(fresh.owner.transaction((tx) => tx.run(statement, []))).rejects.toThrow(
      'append only',
    );
    const RULE = 'the public log is the signed tree of its entries';
    expect(await failedRulesAfter(fresh, change)).toContain(RULE);
    const other = 'update public_log_checkpoints set size = 7';
    expect(await failedRulesAfter(fresh, other)).toContain(RULE);
    expect(await faultsOfLog()).toEqual([]);
  });
});

describe('an audit since an earlier checkpoint', () => {
  const RULE = 'the public log goes on from the checkpoint that was given';
  const found = (since: string) =>
    fresh.database.snapshot(async (reader) =>
      (await auditPublicLog(reader, since)).filter(({ rule }) => rule === RULE),
    );
  const faults = async (since: string) => (await found(since)).flatMap((each) => each.faults);

  it('finds that the log goes on from it, is shorter, or was rewritten', async () => {
    const empty = log.checkpoint();
    await post(fresh.database, entry());
    await sealed();
    const kept = log.checkpoint();
    await post(fresh.database, entry());
    await sealed();
    for (const since of [empty, kept, log.checkpoint()]) {
      expect(await found(since)).toEqual([{ rule: RULE, checked: 1, faults: [] }]);
    }
    const secretBox = createSecretBox(new Uint8Array(32).fill(1));
    const deps = { database: fresh.database, clock, log: createLog('silent'), secretBox };
    const signers = (await openLogKeys(deps)).keys!.signers(ORIGIN);
    const signed = (size: number, origin = ORIGIN) => {
      const root = new Uint8Array(32).fill(7);
      return signNote(checkpointText({ origin, size, root }), signers);
    };
    expect(await faults(signed(1))).toEqual(['the first 1 entries were rewritten since']);
    expect(await faults(signed(3))).toEqual(['the log had 3 entries then and has 2 now']);
    const unsigned = ['it is not signed by a key of this log'];
    expect(await faults(kept.replace('\n1\n', '\n2\n'))).toEqual(unsigned);
    expect(await faults(signed(1, 'other.test/log'))).toEqual(unsigned);
    expect(await faults('nothing')).toEqual(unsigned);
  });
});

describe('the keys of the log', () => {
  it('are replaced after a year by an entry of the log, with three months in which both sign', async () => {
    const [first] = await keys();
    clock.advance(364 * DAY_MS);
    await post(fresh.database, entry());
    expect(await sealed()).toEqual({ size: 1, signers: [0] });
    // Also without a new round. The checkpoint that contains the new key is signed by both.
    clock.advance(DAY_MS);
    expect(await sealed()).toEqual({ size: 2, signers: [0, 1] });
    const [next] = await keys();
    expect(parseKeyEntry(await entryAt(1))).toEqual({
      at: clock.now(),
      key: next,
      outgoing: first,
    });
    clock.advance(89 * DAY_MS);
    await post(fresh.database, entry());
    expect(await sealed()).toEqual({ size: 3, signers: [0, 1] });
    clock.advance(DAY_MS);
    expect(await sealed()).toEqual({ size: 3, signers: [0] });
    expect(await keys()).toHaveLength(2);
    expect(await faultsOfLog()).toEqual([]);
  });

  it('are followed from the first one over every rotation, by what the log publishes', async () => {
    const [first] = await keys();
    for (let year = 0; year < 3; year += 1) {
      clock.advance(365 * DAY_MS);
      await sealed();
    }
    clock.advance(100 * DAY_MS);
    await sealed();
    const { trust, items } = followReceipts(await receipts(), { origin: ORIGIN, keys: [first!] });
    expect(items.map(({ pass }) => pass)).toEqual([true, true, true]);
    expect(openCheckpoint(log.checkpoint(), trust)).toMatchObject({ size: 3 });
  });

  it('are introduced once when another process introduces the next one while this one reads them', async () => {
    let afterRead = async (): Promise<void> => undefined;
    const slow = await opened(1, {
      ...fresh.database,
      many: async (query, params) => {
        const rows = await fresh.database.many(query, params);
        await afterRead();
        return rows;
      },
    });
    clock.advance(365 * DAY_MS);
    afterRead = async () => {
      afterRead = async () => undefined;
      await log.seal();
    };
    await slow.seal();
    expect(await sealed()).toMatchObject({ size: 1 });
    expect(await keys()).toHaveLength(2);
  });

  it('are introduced once when several processes find them due', async () => {
    const others = [await opened(), await opened(), await opened()];
    clock.advance(365 * DAY_MS);
    await Promise.all([log, ...others].map((each) => each.seal()));
    expect(await sealed()).toMatchObject({ size: 1 });
    expect(await keys()).toHaveLength(2);
  });

  it('are refused by the audit when no entry introduced them', async () => {
    await sealed();
    await fresh.owner.transaction((tx) =>
      tx.run(
        defineStatement({
          name: 'test.key',
          text: `insert into public_log_keys
            select id + 1, sha256(public_key), sealed_secret, salt_secret, created_at from public_log_keys`,
          params: [],
        }),
        [],
      ),
    );
    expect(await faultsOfLog()).toEqual(['key 2 of the public log was introduced by no entry']);
  });

  it('stay listed when the deployment lost the key that encrypts them', async () => {
    const [lost] = await keys();
    log = await opened(2);
    await post(fresh.database, entry());
    // The entry of the new key and the round.
    expect(await sealed()).toEqual({ size: 2, signers: [0] });
    const after = await keys();
    expect(after.map(({ id }) => id)).toEqual([after[0]!.id, lost!.id]);
    // It signed its own entry: who knows the lost key does not believe it.
    const { trust } = followReceipts(await receipts(), { origin: ORIGIN, keys: [lost!] });
    expect(trust.keys).toEqual([lost]);
    expect(await faultsOfLog()).toEqual([]);
  });
});
