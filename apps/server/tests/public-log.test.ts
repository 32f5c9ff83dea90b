/** The public log over HTTP: what a stranger can copy and prove, through restarts, concurrency and tampering. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  consistencyPath,
  hashNodes,
  inclusionPath,
  leafHash,
  type LogTrust,
  openCheckpoint,
  type OpenedCheckpoint,
  parseEntryBundle,
  parseRoundEntry,
  parseVerifierKey,
  type ReadTile,
  tilePath,
  tilesOfLevel,
  tilesOfTree,
  verifyConsistency,
  verifyInclusion,
  verifyReceipt,
} from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHead } from '../src/features/proof/public-log/index.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { verifyLogFolder } from '../src/commands/verify/log.ts';
import { aPush, marketClient } from './support/market-socket.ts';
import { startServer, type TestServer } from './support/server.ts';
import { failedRulesAfter } from './support/tampering.ts';

const journalCounts = defineQuery({
  name: 'test.publicLogJournal',
  text: `select (select count(*) from ledger_entries) as entries, (select count(*) from public_log_journal) as sealed,
    (select count(distinct xmin::text) from ledger_entries) as transactions`,
  params: [],
  row: { entries: int8, sealed: int8, transactions: int8 },
});

const lastEntry = defineQuery({
  name: 'test.publicLogLastEntry',
  text: 'select max(id)::text as id from ledger_entries',
  params: [],
  row: { id: text },
});

let server: TestServer;
let member: number;
let token: string;

beforeAll(async () => {
  server = await startServer({ prices: 'still' });
  ({ memberId: member, token } = await server.register());
}, 120_000);
afterAll(() => server.stop());

const fetched = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url()}/log/${path}`, { headers });

async function trust(): Promise<LogTrust> {
  const { data } = (await (await fetch(`${server.url()}/api/public-log/keys`)).json()) as {
    data: { origin: string; list: { key: string }[] };
  };
  const keys = data.list.map(({ key }) => parseVerifierKey(key)!);
  return { origin: data.origin, keys };
}

const checkpoint = async (): Promise<OpenedCheckpoint> =>
  openCheckpoint(await (await fetched('checkpoint')).text(), await trust())!;

const readTile: ReadTile = async (tile) => {
  const answer = await fetched(tilePath(tile));
  return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : undefined;
};

const treeOf = (size: number) => ({ scheme: hashNodes, size, read: readTile });

async function entriesOf(size: number): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  for (const { index, width } of tilesOfLevel(size)) {
    const answer = await fetched(tilePath({ level: 'entries', index, width }));
    entries.push(...parseEntryBundle(new Uint8Array(await answer.arrayBuffer()))!);
  }
  return entries;
}

/** Seals until everything in the journal is sealed; the server's own job may be sealing at the same time. */
async function sealAll(): Promise<OpenedCheckpoint> {
  await expect
    .poll(async () => {
      await server.runJob('public-log.seal');
      const { entries, sealed } = await server.fresh.database.one(journalCounts, []);
      return entries - sealed;
    })
    .toBe(0);
  return checkpoint();
}

async function expectConsistent(old: OpenedCheckpoint, now: OpenedCheckpoint): Promise<void> {
  const path = await consistencyPath(treeOf(now.size), old.size);
  const claim = { oldSize: old.size, oldRoot: old.root, size: now.size, root: now.root, path };
  expect(verifyConsistency({ scheme: hashNodes, ...claim })).toBe(true);
}

describe('the public log', () => {
  it('has an entry for each transaction of the journal, each proven by tiles', async () => {
    await server.fund(member, { USDT: '100', BTC: '0.5' });
    const { size, root } = await sealAll();
    const entries = await entriesOf(size);
    expect(entries.length).toBe(size);
    const { transactions } = await server.fresh.database.one(journalCounts, []);
    expect(size).toBe(transactions);
    const rounds = entries.map((entry) => parseRoundEntry(entry)!);
    expect(rounds.map(({ round }) => round)).toEqual(rounds.map((_, at) => at + 1));
    expect(rounds.at(-1)).toMatchObject({ assets: ['BTC', 'USDT'], lines: 2 });
    for (const [index, entry] of entries.entries()) {
      const path = await inclusionPath(treeOf(size), index);
      const claim = { scheme: hashNodes, index, size, leaf: leafHash(entry), path, root };
      expect(verifyInclusion(claim)).toBe(true);
    }
  });

  it('only grows, also through concurrent entries, concurrent sealers and a restart', async () => {
    const before = await sealAll();
    await Promise.all([
      ...Array.from({ length: 40 }, () => server.fund(member, { USDT: '1' })),
      ...Array.from({ length: 4 }, () => server.runJob('public-log.seal')),
    ]);
    const during = await sealAll();
    expect(during.size).toBe(before.size + 40);
    await expectConsistent(before, during);
    await server.restart();
    await server.fund(member, { USDT: '2' });
    const after = await sealAll();
    expect(after.size).toBe(during.size + 1);
    await expectConsistent(during, after);
    await expectConsistent(before, after);
  });

  it('is served as static files that caches may keep', async () => {
    const { size } = await sealAll();
    const note = await fetched('checkpoint');
    expect(note.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(note.headers.get('cache-control')).toBe('public, max-age=1');
    const tile = await fetched(`tile/0/000.p/${size}`);
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(tile.headers.get('access-control-allow-origin')).toBe('*');
    const plain = await fetched(`tile/entries/000.p/${size}`, { 'accept-encoding': 'identity' });
    const packed = await fetched(`tile/entries/000.p/${size}`, { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.arrayBuffer()).toEqual(await plain.arrayBuffer());
  });

  it.each([
    'tile/0/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/001.p/1',
    'tile/00/000.p/1',
    'tile/64/000.p/1',
    'tile/entries/000',
    'tile/0/x000/000.p/1',
    'other',
  ])('has no %s', async (path) => {
    expect((await fetched(path)).status).toBe(404);
  });

  it('keeps its earlier tiles for those who follow an earlier checkpoint', async () => {
    const { size } = await sealAll();
    const early = await readTile({ level: 0, index: 0, width: 1 });
    const late = await readTile({ level: 0, index: 0, width: size });
    expect(late?.slice(0, 32)).toEqual(early);
  });

  it('pushes each new checkpoint on the market feed', async () => {
    const client = await marketClient(`${server.url().replace('http', 'ws')}/feed`);
    client.send({ sub: 'log.checkpoint', id: 'log' });
    const first = await client.next(aPush('log.checkpoint'));
    await server.fund(member, { USDT: '3' });
    const { size } = await sealAll();
    const isNew = (message: Record<string, unknown>) => {
      const { tick } = message as { tick?: { checkpoint?: string } };
      return Number(tick?.checkpoint?.split('\n')[1]) >= size;
    };
    const pushed = await client.next(isNew);
    expect(pushed['tick']).not.toEqual(first['tick']);
    client.socket.close();
  });

  it('can be copied file by file, and the copy passes the verifier, with an earlier checkpoint too', async () => {
    const earlier = await (await fetched('checkpoint')).text();
    await server.fund(member, { USDT: '4' });
    const { size } = await sealAll();
    const folder = mkdtempSync(join(tmpdir(), 'tern-log-'));
    try {
      const copied = [...tilesOfTree(size, 'with entries')].map((tile) => tilePath(tile));
      for (const path of ['checkpoint', ...copied]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), Buffer.from(await (await fetched(path)).arrayBuffer()));
      }
      const items = await verifyLogFolder(folder, await trust(), earlier);
      expect(items.map(({ name, pass }) => [name, pass])).toEqual([
        ['checkpoint', true],
        ['entries', true],
        ['root', true],
        ['earlier checkpoint', true],
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('shows a rewritten past to anyone who kept a checkpoint', async () => {
    const kept = await sealAll();
    const path = await consistencyPath(treeOf(kept.size), kept.size - 1);
    const claim = { scheme: hashNodes, size: kept.size, root: kept.root, path };
    const other = { oldSize: kept.size - 1, oldRoot: new Uint8Array(32) };
    expect(verifyConsistency({ ...claim, ...other })).toBe(false);
  });
});

describe('the receipt of a record', () => {
  const records = async () =>
    (await server.api.data('GET /user_money_log/getUser_money_logList', {}, { token })).list;
  const receiptOf = async (ID: number) =>
    (await server.api.data('GET /public-log/receipt', { ID }, { token })).receipt;

  it('verifies offline, and opens all that its round did for the member, and nothing else', async () => {
    // What was posted before is in an earlier round.
    await sealAll();
    await server.fund(member, { USDT: '12.5', BTC: '0.25' });
    const [newest] = await records();
    const { items, receipt } = verifyReceipt(await receiptOf(newest!.ID), await trust());
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    const line = receipt?.kind === 'line' ? receipt.line : undefined;
    expect(line?.owner).toBe(member);
    const fields = line!.rows.map((row) => row.split('|'));
    expect(fields.map(([kind]) => kind)).toEqual(['entry', 'posting', 'posting']);
    expect(fields[0]![3]).toMatch(/^test:/);
    expect(
      fields
        .slice(1)
        .map((row) => row.slice(3).join(' '))
        .toSorted(),
    ).toEqual(['BTC available 0.25', 'USDT available 12.5']);
  });

  it('is given for every record, and stays valid', async () => {
    const all = await records();
    const receipts = await Promise.all(all.map(({ ID }) => receiptOf(ID)));
    await server.fund(member, { USDT: '1' });
    await sealAll();
    const trusted = await trust();
    for (const text of receipts) {
      expect(verifyReceipt(text, trusted).items.every(({ pass }) => pass)).toBe(true);
    }
    expect(new Set(receipts.map((text) => text.split('\n')[1])).size).toBeGreaterThan(1);
  });

  it('is not given to others', async () => {
    const [newest] = await records();
    const other = await server.register();
    const answer = await server.api.call('GET /public-log/receipt', { ID: newest!.ID }, other);
    expect(answer.code).toBe(5007);
  });
});

describe('the database', () => {
  let refusals = 0;
  it.each([
    `update public_log_entries set entry = 'x'`,
    'delete from public_log_entries',
    'delete from public_log_rounds',
    'update public_log_journal set round = 1',
    'delete from public_log_tiles',
    `update public_log_tiles set nodes = decode(repeat('00', 32), 'hex')`,
    'update public_log_head set size = 0',
    `update public_log_head set origin = 'other.test/log'`,
    `update public_log_head set root = decode(repeat('00', 32), 'hex')`,
    'delete from public_log_head',
    'delete from public_log_keys',
  ])('refuses, even from its owner: %s', async (sql) => {
    await sealAll();
    refusals += 1;
    const change = defineStatement({
      name: `test.publicLogRefused${refusals}`,
      text: sql,
      params: [],
    });
    const done = server.fresh.owner.transaction((tx) => tx.run(change, []));
    await expect(done).rejects.toThrow('the public log is append only');
  });
});

describe('the audit of the public log', () => {
  const ROUNDS = 'every round of the public log is what the journal contains';
  const TREE = 'the public log is the signed tree of its entries';
  const SEALED = 'every entry of the journal is in the public log';
  const failed = async (...sql: string[]) => {
    await sealAll();
    const rules = await failedRulesAfter(server.fresh, ...sql);
    return rules.filter((rule) => [ROUNDS, TREE, SEALED].includes(rule));
  };
  const ofLast = async (change: string) => {
    const { id } = await server.fresh.database.one(lastEntry, []);
    return `${change} ${id}`;
  };

  it('passes when nothing was changed', async () => {
    expect(await failed('update members set lang = lang')).toEqual([]);
  });

  it('passes while an earlier checkpoint is published', async () => {
    await sealAll();
    const { size, checkpoint } = (await readHead(server.fresh.database))!;
    await server.fund(member, { USDT: '1' });
    const publish = `insert into public_log_published values (true, ${size}, '${checkpoint}', now(), now())`;
    expect(await failed(publish)).toEqual([]);
    expect((await readHead(server.fresh.database))!.size).toBeGreaterThan(size);
  });

  it.each([
    `update ledger_entries set note = 'other' where id =`,
    `update ledger_entries set effective_at = effective_at + interval '1 minute' where id =`,
    `update ledger_entries set reference = reference || '0' where id =`,
    `update ledger_entries set created_at = created_at + interval '1 second' where id =`,
    'update ledger_postings set available = available * 2 where entry_id =',
    `update ledger_postings set asset = 'ETH' where entry_id =`,
    'update ledger_postings set kind = 1 where owner_id > 0 and entry_id =',
    'delete from ledger_postings where entry_id =',
    'delete from ledger_entries where id =',
  ])('finds a changed entry: %s', async (change) => {
    expect(await failed(await ofLast(change))).toEqual([ROUNDS]);
  });

  it.each([
    `update public_log_entries set entry = entry || '0' where index = 0`,
    'delete from public_log_entries where index = 1',
  ])('finds a changed log: %s', async (change) => {
    expect(await failed(change)).toContain(TREE);
  });

  it.each([
    `update public_log_tiles set nodes = sha256('x') || substring(nodes from 33) where level = 0`,
    'update public_log_head set size = size - 1, checkpoint = replace(checkpoint, size::text, (size - 1)::text)',
    `insert into public_log_published (size, checkpoint, signed_at, submitted_at)
      select size - 1, checkpoint, signed_at, signed_at from public_log_head`,
    `insert into public_log_published (size, checkpoint, signed_at, submitted_at)
      select size, 'not signed', signed_at, signed_at from public_log_head`,
  ])('finds a changed tree: %s', async (change) => {
    expect(await failed(change)).toEqual([TREE]);
  });

  it('finds an entry of the journal that was kept out of the log', async () => {
    const kept = `insert into ledger_entries (id, kind, reference, effective_at, created_at) overriding system value
      values (0, 32, 'paper:0', now(), now())`;
    const passed = `update ledger_entries set created_at = created_at - interval '2 minutes'
      where id < (select max(id) from ledger_entries)`;
    expect(await failed(kept, passed)).toContain(SEALED);
  });
});
