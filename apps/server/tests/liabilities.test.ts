/** Snapshots of what is owed to all members: complete, provable by each of them, and never changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import {
  parseLiabilitiesEntry,
  parseVerifierKey,
  receiptBalances,
  tilePath,
  tilesOfTree,
  verifyReceipt,
} from '@tern/proofs';
import { liabilitiesCalls, publicLogCalls } from '@tern/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLiabilities } from '../src/audit/liabilities.ts';
import { createLiabilities } from '../src/features/proof/liabilities/index.ts';
import { createPublicLog, type PublicLog } from '../src/features/proof/public-log/index.ts';
import { DAY_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import type { Feature } from '../src/platform/feature.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { verifyLiabilitiesFolder } from '../src/commands/verify/log.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { entryOf, post, posting } from './support/journal.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import { createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { failedRulesAfter, failedRulesOf } from './support/tampering.ts';

let fresh: FreshDatabase;
let clock: ManualClock;
let log: PublicLog;
let liabilities: Feature;

async function open(): Promise<void> {
  fresh = await freshDatabase();
  clock = manualClock();
  log = createPublicLog({
    database: fresh.database,
    clock,
    log: createLog('silent'),
    secretBox: createSecretBox(new Uint8Array(32).fill(1)),
    publicUrl: 'https://tern.test',
  });
  await log.start?.();
  liabilities = createLiabilities({ database: fresh.database, clock, publicLog: log });
}

const build = (feature = liabilities) => feature.jobs![0]!.run();

const answer = async (feature: Feature, call: unknown, memberId = 0) => {
  const route = feature.routes!.find((each) => each.call === call)!;
  return route.answer({
    input: {},
    lang: 'en',
    address: '127.0.0.1',
    idempotencyKey: undefined,
    caller: { memberId, sessionId: 0 },
  } as Parameters<typeof route.answer>[0]);
};

async function trust() {
  const { list } = (await answer(log, publicLogCalls.logKeys)) as { list: { key: string }[] };
  return { origin: 'tern.test/log', keys: list.map(({ key }) => parseVerifierKey(key)!) };
}

/** The member's receipt, fully verified: their balances, and what it says is owed to all. */
async function proven(memberId: number) {
  const given = await answer(liabilities, liabilitiesCalls.balanceProof, memberId);
  const { receipt: text } = given as { receipt: string };
  const { items, receipt } = verifyReceipt(text, await trust());
  expect(items.filter(({ pass }) => !pass)).toEqual([]);
  if (receipt?.kind !== 'balance') throw new Error('not a receipt of balances');
  expect(receipt.owner).toBe(memberId);
  const own = Object.fromEntries(
    [...receiptBalances(receipt)].map(([asset, amount]) => [asset, formatDecimal(amount)]),
  );
  return { own, leaf: parseLiabilitiesEntry(receipt.entry)! };
}

const owe = (owner: number, text: string, asset = 'USDT') =>
  entryOf([posting(owner, asset, text), posting(-7, asset, `-${text}`)]);

/** The rules about snapshots that the audit finds broken after these statements, made with every right. */
const broken = (...sql: string[]) => failedRulesOf(auditLiabilities, fresh, sql);
const NOTHING_CHANGED = 'update liabilities_snapshots set builder = builder';
const IN_LOG = 'published snapshots of liabilities are those in the public log';
const IN_JOURNAL = 'the newest snapshot of liabilities is what the journal owes members';

describe('a snapshot of liabilities', () => {
  beforeEach(open);
  afterEach(() => fresh.drop());

  it('counts everything members have but what they borrowed, and each proves their own', async () => {
    await post(
      fresh.database,
      owe(7, '10.5'),
      owe(8, '0.00000001', 'BTC'),
      entryOf([
        posting(8, 'USDT', '3'),
        posting(8, 'USDT', '2', 'held'),
        posting(8, 'USDT', '4', 'staked'),
        posting(8, 'USDT', '-5', 'loan'),
        posting(-7, 'USDT', '-4'),
      ]),
    );
    await build();
    expect((await proven(7)).own).toEqual({ USDT: '10.5' });
    const { own, leaf } = await proven(8);
    expect(own).toEqual({ BTC: '0.00000001', USDT: '9' });
    expect(leaf.assets.map(({ asset, total }) => [asset, formatDecimal(total)])).toEqual([
      ['BTC', '0.00000001'],
      ['USDT', '19.5'],
    ]);
    expect((await proven(9)).own).toEqual({});
    expect(await broken(NOTHING_CHANGED)).toEqual([]);
  });

  it('is that of a round: what is not sealed yet is not counted', async () => {
    await post(fresh.database, owe(7, '10'));
    const late = {
      append: log.append,
      async seal() {
        await log.seal();
        await post(fresh.database, owe(7, '5'), owe(8, '1'));
      },
    };
    await build(createLiabilities({ database: fresh.database, clock, publicLog: late }));
    const { own, leaf } = await proven(7);
    expect([own, leaf.round]).toEqual([{ USDT: '10' }, 1]);
    expect((await proven(8)).own).toEqual({});
    await log.seal();
    expect(await broken(NOTHING_CHANGED)).toEqual([]);
  });

  it('is taken once a day, and of nobody too', async () => {
    await build();
    await build();
    const days = async () =>
      (
        (await answer(liabilities, liabilitiesCalls.liabilitiesSnapshots)) as {
          list: { ID: number; assets: unknown[] }[];
        }
      ).list.map(({ ID, assets }) => [ID, assets.length]);
    expect(await days()).toEqual([[1, 0]]);
    await post(fresh.database, owe(7, '1'));
    clock.advance(DAY_MS);
    await build();
    expect(await days()).toEqual([
      [2, 1],
      [1, 0],
    ]);
  });

  it.each(['seal', 'append'] as const)(
    'is finished by the next process when one dies before it can %s',
    async (step) => {
      await post(fresh.database, owe(7, '10'));
      const dying = { ...log, [step]: () => Promise.reject(new Error('killed')) };
      const killed = createLiabilities({ database: fresh.database, clock, publicLog: dying });
      await expect(build(killed)).rejects.toThrow('killed');
      await build();
      await expect(proven(7)).rejects.toThrow('not-found');
      clock.advance(3 * MINUTE_MS);
      await post(fresh.database, owe(7, '1'));
      await build();
      // Balances that were all stored stay those of their round.
      expect((await proven(7)).own).toEqual({ USDT: step === 'seal' ? '11' : '10' });
      expect(await broken(NOTHING_CHANGED)).toEqual([]);
    },
  );

  it('is built once, by one of several processes', async () => {
    await post(fresh.database, owe(7, '10'));
    const other = createLiabilities({ database: fresh.database, clock, publicLog: log });
    await Promise.all([build(), build(other), build(other)]);
    expect((await proven(7)).leaf.snapshot).toBe(1);
  });

  it('counts 2,500 members in all its pages, in every total and for each of them', async () => {
    const entries = Array.from({ length: 5 }, (_, batch) => {
      const owners = Array.from({ length: 500 }, (__, at) => batch * 500 + at + 1);
      const sum = owners.reduce((all, owner) => all + owner, 0);
      return entryOf([
        ...owners.map((owner) => posting(owner, 'USDT', `${owner}.25`)),
        posting(-7, 'USDT', `-${sum + 125}`),
      ]);
    });
    for (const entry of entries) await post(fresh.database, entry);
    await build();
    const total = decimal<Amount>(String((2_500 * 2_501) / 2 + 625));
    for (let owner = 1; owner <= 2_500; owner += 101) {
      const { own, leaf } = await proven(owner);
      expect(own).toEqual({ USDT: `${owner}.25` });
      expect(leaf.assets[0]!.total).toBe(total);
      expect(leaf.assets[0]!.leaves).toBeGreaterThan(5_000);
    }
    expect(await broken(NOTHING_CHANGED)).toEqual([]);
  });
});

describe('a snapshot of liabilities that was published', () => {
  // Each change is rolled back or refused.
  beforeAll(async () => {
    await open();
    await post(fresh.database, owe(7, '10'), owe(8, '20'), owe(9, '30'));
    await build();
  });
  afterAll(() => fresh.drop());

  const leaf = (at: number, bytes: string) =>
    `update liabilities_tiles set nodes = ${bytes.replaceAll('@', String(at * 48 + 1))} where level = 0`;
  it.each([
    ['drops a leaf', leaf(2, "overlay(nodes placing '\\x'::bytea from @ for 48)")],
    // Parts of balances are random: a byte is flipped, because any given value may be there already.
    ['changes the sum of a leaf', leaf(2, 'set_byte(nodes, @ + 9, get_byte(nodes, @ + 9) # 128)')],
    [
      'duplicates a leaf',
      leaf(2, 'overlay(nodes placing substring(nodes from @ for 48) from @ for 0)'),
    ],
    ['negates a leaf', leaf(2, "overlay(nodes placing '\\xff' from @ for 1)")],
    ['lowers a total', 'update liabilities_trees set total = total - 1'],
    ['lowers a balance', 'update liabilities_balances set amounts = array[1] where owner_id = 8'],
    ['removes a member', 'delete from liabilities_balances where owner_id = 8'],
    ['dates it back', `update liabilities_snapshots set taken_at = taken_at - interval '1 hour'`],
  ])('is found by the audit when the operator %s', async (_, sql) => {
    expect(await broken(sql)).toContain(IN_LOG);
  });

  it('is found by the audit when the journal owes something else', async () => {
    const sql = 'update ledger_postings set available = 1 where owner_id = 8';
    expect(await broken(sql)).toEqual([IN_JOURNAL]);
    // The whole audit has these rules too.
    expect(await failedRulesAfter(fresh, sql)).toContain(IN_JOURNAL);
  });

  let refusals = 0;
  it.each([
    'update liabilities_snapshots set round = 0',
    'delete from liabilities_snapshots',
    'delete from liabilities_balances',
    'update liabilities_balances set owner_id = 17 where owner_id = 7',
    `insert into liabilities_balances values (1, 17, '{USDT}', '{1}')`,
    'delete from liabilities_trees',
    'update liabilities_tiles set index = 9',
    'delete from liabilities_tiles',
    `insert into liabilities_tiles values (1, 'USDT', 5, 0, decode(repeat('00', 48), 'hex'))`,
  ])('is kept by the database, even from its owner: %s', async (sql) => {
    refusals += 1;
    const name = `test.liabilitiesRefused${refusals}`;
    const change = defineStatement({ name, text: sql, params: [] });
    const done = fresh.owner.transaction((tx) => tx.run(change, []));
    await expect(done).rejects.toThrow('never changes');
  });
});

describe('the published trees', () => {
  let server: TestServer;
  beforeAll(async () => {
    clock = manualClock();
    server = await startServer({ clock, prices: 'still' });
  }, 120_000);
  afterAll(() => server.stop());

  it('are asked for by an operator and totalled by anyone', async () => {
    const { memberId, token } = await server.register();
    await server.fund(memberId, { USDT: '123.45', BTC: '1' });
    const consoleApi = createConsole(server, clock);
    const auditor = await consoleApi.enrolled(['auditor']);
    const support = await consoleApi.enrolled(['support']);
    const ask = (who: { token: string }) =>
      consoleApi.call('POST /operator/liabilities/ask', {}, who.token);
    expect(await ask(support)).toMatchObject({ code: 5030 });
    expect(await ask(auditor)).toMatchObject({ code: 0, data: { ID: 1 } });
    expect(await ask(auditor)).toMatchObject({ code: 0, data: { ID: 1 } });
    const { list: logged } = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'liabilities.ask' },
      auditor.token,
    );
    expect(logged).toMatchObject([{ subject: 'liabilities:1', login: auditor.login }]);
    await server.runJob('liabilities.snapshot');

    const { list } = await server.api.data('GET /liabilities/snapshots', {});
    expect(list).toMatchObject([{ ID: 1 }]);
    const keys = await server.api.data('GET /public-log/keys', {});
    const trusted = {
      origin: keys.origin,
      keys: keys.list.map(({ key }) => parseVerifierKey(key)!),
    };
    const folder = mkdtempSync(join(tmpdir(), 'tern-tree-'));
    try {
      const paths = list[0]!.assets.flatMap(({ coinname, leaves }) =>
        [...tilesOfTree(leaves)].map((tile) => `${coinname}/${tilePath(tile)}`),
      );
      for (const path of ['snapshot.tlog-proof', ...paths]) {
        const found = await fetch(`${server.url()}/log/liabilities/1/${path}`);
        expect([path, found.status]).toEqual([path, 200]);
        expect(found.headers.get('cache-control')).toContain('immutable');
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), Buffer.from(await found.arrayBuffer()));
      }
      const items = await verifyLiabilitiesFolder(folder, trusted);
      expect(items.filter(({ pass }) => !pass)).toEqual([]);
      expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['BTC', 'USDT']));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const { receipt } = await server.api.data('GET /liabilities/proof', {}, { token });
    expect(verifyReceipt(receipt, trusted).items.at(-1)).toMatchObject({ pass: true });
  });

  it.each(['2/snapshot.tlog-proof', '1/USDT/tile/9/000', '1/OTHER/tile/0/000.p/1', '1/USDT', 'x'])(
    'have no %s',
    async (path) => {
      expect((await fetch(`${server.url()}/log/liabilities/${path}`)).status).toBe(404);
    },
  );
});
