/** History files over HTTP: published once through crashes and several instances, true to the market's data, proven by the public log. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatDecimal } from '@tern/money';
import { unzipSync } from 'fflate';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tradesIn } from '../src/features/market/pricing/index.ts';
import { amount, int2, int8, price, text, timestamptz } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import { pythonMissing } from './support/run-python.ts';
import { verifyCommand } from './support/run-tool.ts';
import { startServer, type TestServer } from './support/server.ts';

const JOB = 'history-files.publish';
const DAY = '2026-11-30';
/** A Monday at the end of a month, when every market is open. */
const clock = manualClock(Date.parse(`${DAY}T23:58:00Z`));
let callers = 0;

let server: TestServer;
let second: TestServer;
let owner: Client;
const folder = mkdtempSync(join(tmpdir(), 'tern-history-'));

/** What was stored after each attempt that ended early: paths with the transaction that wrote them. */
const written: Map<string, string>[] = [];
const duringCrash: number[] = [];

beforeAll(async () => {
  const ownJobs = [JOB, 'pricing.ticks', 'pricing.prune-ticks'];
  const options = { clock, historyDays: 0, ownJobs, trustedProxies: ['loopback'] };
  server = await startServer(options);
  owner = new Client(server.fresh.ownerTarget);
  await owner.connect();
  for (let minute = 0; minute < 3; minute += 1) await pass(MINUTE_MS);
  await server.runJob(JOB);
  written.push(await stored());
  await pass(HOUR_MS);

  await crashing('insert on history_files', `new.path like '%/ETHUSDT/%'`);
  await crashing('update on history_publications', 'true');
  second = await startServer({ ...options, beside: server });
  await Promise.all([server.runJob(JOB), second.runJob(JOB), server.runJob(JOB)]);
});
afterAll(async () => {
  await owner?.end();
  await second?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function pass(ms: number) {
  clock.advance(ms);
  await server.runJob('pricing.ticks');
}

/** The job runs while the database fails at this step. */
async function crashing(step: string, when: string) {
  const table = step.split(' ').at(-1);
  await owner.query(`create function test_crash() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
    create trigger a_crash before ${step} for each row when (${when}) execute function test_crash()`);
  await expect(server.runJob(JOB)).rejects.toThrow('crash');
  await owner.query(`drop trigger a_crash on ${table}; drop function test_crash`);
  written.push(await stored());
  duringCrash.push((await get(dayFile('klines', '1m'))).status);
}

async function stored() {
  const { rows } = await owner.query<{ path: string; written: string }>(
    'select path, xmin::text as written from history_files',
  );
  return new Map(rows.map((row) => [row.path, row.written]));
}

/** Each from an address of its own: bytes count against the read limit of one. */
const get = (path: string, headers: Record<string, string> = {}) => {
  callers += 1;
  const address = `198.18.${callers >> 8}.${callers & 255}`;
  return fetch(`${server.url()}/${path}`, { headers: { 'x-forwarded-for': address, ...headers } });
};
const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const download = async (path: string) => (await get(path)).text();

const dayFile = (kind: string, interval?: string) =>
  `data/spot/daily/${kind}/BTCUSDT/${interval ? `${interval}/` : ''}BTCUSDT-${interval ?? kind}-${DAY}.zip`;
const monthFile = (kind: string, interval?: string) =>
  dayFile(kind, interval)
    .replace('daily', 'monthly')
    .replace(/-30\.zip/, '.zip');

async function linesOf(path: string): Promise<string[][]> {
  const [[name, content] = []] = Object.entries(unzipSync(await bytes(path)));
  expect(name).toBe(path.slice(path.lastIndexOf('/') + 1).replace('.zip', '.csv'));
  const lines = Buffer.from(content!).toString().split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.split(','));
}

describe('publishing', () => {
  it('waits for an hour after the day', () => {
    expect(written[0]!.size).toBe(0);
  });

  it('goes on after a crash with what is missing, and serves nothing before the manifest is in the log', async () => {
    const [, half, whole] = written as [unknown, Map<string, string>, Map<string, string>];
    expect(half.has(dayFile('trades'))).toBe(true);
    expect(half.has(dayFile('trades').replaceAll('BTC', 'ETH'))).toBe(false);
    expect(whole.size).toBeGreaterThan(half.size);
    const now = await stored();
    for (const [path, by] of [...half, ...whole]) expect(now.get(path)).toBe(by);
    expect(duringCrash).toEqual([404, 404]);
  });

  it('happens once, whichever instance is first', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select name from history_publications where published_at is not null order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual([`daily/${DAY}`, 'monthly/2026-11']);
    const entries = await owner.query(
      `select from public_log_entries where convert_from(entry, 'utf8') like E'tern document 1\\nhistory\\n%'`,
    );
    expect(entries.rowCount).toBe(2);
  });

  it('cannot be changed, nor listed untruly, in the database', async () => {
    const refused = [
      [`delete from history_files`, 'never changes'],
      [`update history_files set sha256 = sha256`, 'never changes'],
      [`delete from history_publications`, 'never changes'],
      [`update history_publications set receipt = ''`, 'never changes'],
      [
        `insert into history_files select 'data/x', publication, content, sha256, bytes, document_bytes, document_crc
          from history_files limit 1`,
        'never changes',
      ],
      [
        `insert into history_publications (name, begun_at) values ('daily/2030-01-01', now())`,
        undefined,
      ],
      [
        `update history_publications set manifest = 'x', entry_index = 1, receipt = 'x', published_at = now()
          where name = 'daily/2030-01-01'`,
        'does not list the files',
      ],
      [
        `insert into history_files values ('data/y', 'daily/2030-01-01', 'x', sha256('y'), 1, 1, 1)`,
        'check constraint',
      ],
      [
        `update history_files set content = null, dropped_at = now(), bytes = bytes + 1`,
        'never changes',
      ],
      [`update history_files set content = null`, 'never changes'],
      [
        `insert into history_files values ('data/z', 'daily/2030-01-01', 'x', sha256('x'), 1, 1, 1)`,
        undefined,
      ],
      [
        `update history_files set content = null, dropped_at = now() where path = 'data/z'`,
        'the month of the file is not published',
      ],
    ] as const;
    await owner.query('begin');
    for (const [sql, why] of refused) {
      await owner.query('savepoint s');
      if (why === undefined) await owner.query(sql);
      else {
        await expect(owner.query(sql)).rejects.toThrow(why);
        await owner.query('rollback to s');
      }
    }
    await owner.query('rollback');
  });
});

const ticksOf = defineQuery({
  name: 'test.historyTicks',
  text: `select seq, at, price, quantity, taker_side from ticks t join instruments i on i.id = t.instrument_id
    where i.symbol = 'btcusdt' and quantity > 0 and at < $1 order by seq`,
  params: [timestamptz],
  row: { seq: int8, at: timestamptz, price, quantity: amount, takerSide: text },
});

describe('a published file', () => {
  it('of trades has the ticks of the day, row for row, with the ids of the sockets', async () => {
    const ticks = await server.fresh.database.many(ticksOf, [Date.parse('2026-12-01')]);
    expect(ticks.length).toBeGreaterThan(50);
    const rows = await linesOf(dayFile('trades'));
    expect(
      rows.map(([id, at, amt, , time, isBuyerMaker, isBest]) => [
        id,
        at,
        amt,
        time,
        isBuyerMaker,
        isBest,
      ]),
    ).toEqual(
      ticks.map((tick) => [
        String(tick.seq * 2),
        formatDecimal(tick.price),
        formatDecimal(tick.quantity),
        String(tick.at * 1_000),
        tick.takerSide === 'sell' ? 'True' : 'False',
        'True',
      ]),
    );
    const agg = await linesOf(dayFile('aggTrades'));
    expect(agg).toEqual(
      rows.map(([id, at, amt, , time, ...is]) => [id, at, amt, id, id, time, ...is]),
    );
  });

  it.each([
    ['1m', '1min'],
    ['5m', '5min'],
    ['15m', '15min'],
    ['30m', '30min'],
    ['1h', '60min'],
    ['4h', '4hour'],
    ['1d', '1day'],
  ])('of klines %s has the candles of market data', async (name, period) => {
    const rows = await linesOf(dayFile('klines', name));
    const from = Date.parse(DAY) / 1_000;
    const { data } = (await (
      await get(`market/history/candles?symbol=btcusdt&period=${period}&size=2000`)
    ).json()) as {
      data: {
        id: number;
        open: number;
        high: number;
        low: number;
        close: number;
        amount: number;
        vol: number;
        count: number;
      }[];
    };
    const candles = data.toReversed().filter(({ id }) => id >= from && id < from + 86_400);
    expect(rows.map((row) => row.slice(0, 6).concat(row.slice(7, 9)).map(Number))).toEqual(
      candles.map((each) => [
        each.id * 1e6,
        each.open,
        each.high,
        each.low,
        each.close,
        each.amount,
        each.vol,
        each.count,
      ]),
    );
    const length = Number(rows[1]?.[0] ?? (from + 86_400) * 1e6) - Number(rows[0]![0]);
    expect(rows.every((row) => Number(row[6]) === Number(row[0]) + length - 1)).toBe(true);
  });

  it('of klines says what takers bought where all its trades are known, and nothing elsewhere', async () => {
    const minutes = await linesOf(dayFile('klines', '1m'));
    const trades = await linesOf(dayFile('trades'));
    const [known] = minutes.filter(
      ([start]) => Number(start) === Date.parse(`${DAY}T23:59:00Z`) * 1_000,
    );
    const bought = trades.filter(
      ([, , , , time, isBuyerMaker]) =>
        Number(time) >= Number(known![0]) &&
        Number(time) <= Number(known![6]) &&
        isBuyerMaker === 'False',
    );
    const sum = (column: number) => bought.reduce((total, row) => total + Number(row[column]), 0);
    expect(Number(known![9])).toBeCloseTo(sum(2), 8);
    expect(Number(known![10])).toBeCloseTo(sum(3), 4);
    expect(minutes[0]!.slice(9)).toEqual(['', '', '0']);
  });

  it('of a month has the days behind each other', async () => {
    for (const [kind, interval] of [['trades'], ['aggTrades'], ['klines', '1m']] as const) {
      expect(await linesOf(monthFile(kind, interval))).toEqual(
        await linesOf(dayFile(kind, interval)),
      );
    }
    expect((await linesOf(monthFile('klines', '1mo'))).length).toBe(1);
  });

  it.skipIf(pythonMissing !== undefined)('is read by Python', async () => {
    const path = join(folder, 'month.zip');
    writeFileSync(path, await bytes(monthFile('klines', '1m')));
    const { stdout } = spawnSync('python3', ['-m', 'zipfile', '-t', path], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('Done testing');
  });

  it('has a checksum, and is named by a manifest that the public log proves', async () => {
    for (const [path, manifest] of [
      [dayFile('trades'), `daily/${DAY}`],
      [monthFile('klines', '1m'), 'monthly/2026-11'],
    ] as const) {
      const sha256 = createHash('sha256')
        .update(await bytes(path))
        .digest('hex');
      const name = path.slice(path.lastIndexOf('/') + 1);
      expect(await download(`${path}.CHECKSUM`)).toBe(`${sha256}  ${name}\n`);
      const listed = await download(`data/manifests/${manifest}.txt`);
      expect(listed).toContain(`${sha256}  ${path}\n`);
      const { list } = await server.api.data('GET /public-log/keys', {});
      const files = [join(folder, 'm.txt'), join(folder, 'm.tlog-proof')] as const;
      writeFileSync(files[0], listed);
      writeFileSync(files[1], await download(`data/manifests/${manifest}.tlog-proof`));
      const args = [files[1], '--log-key', list[0]!.key, '--document', files[0]];
      expect(await verifyCommand(...args)).toMatchObject({ code: 0 });
      const withFiles = [...args, '--files', folder];
      expect(await verifyCommand(...args.slice(0, 3), '--files', folder)).toMatchObject({
        code: 2,
      });
      expect(await verifyCommand(...withFiles)).toMatchObject({ code: 1 });
      const saved = join(folder, path);
      mkdirSync(dirname(saved), { recursive: true });
      writeFileSync(saved, await bytes(path));
      const good = await verifyCommand(...withFiles);
      expect(good).toMatchObject({ code: 0 });
      expect(good.output).toContain(`PASS  ${path}  as published`);
      writeFileSync(saved, 'x');
      const changed = await verifyCommand(...withFiles);
      expect(changed).toMatchObject({ code: 1 });
      expect(changed.output).toContain(`FAIL  ${path}  is not what was published`);
      writeFileSync(files[0], listed.replace(/^./, 'x'));
      expect(await verifyCommand(...args)).toMatchObject({ code: 1 });
    }
  });

  it('never changes, and says so to caches', async () => {
    const answer = await get(dayFile('klines', '1m'));
    const etag = answer.headers.get('etag')!;
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const again = await get(dayFile('klines', '1m'), { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const month = await get(monthFile('trades'));
    expect(Number(month.headers.get('content-length'))).toBe(
      (await month.arrayBuffer()).byteLength,
    );
  });

  it('is listed by prefix, page by page', async () => {
    const keysOf = (xml: string) => [...xml.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key);
    const prefix = 'data/spot/daily/klines/BTCUSDT/';
    const all = await download(`data?prefix=${prefix}`);
    expect(keysOf(all)).toContain(dayFile('klines', '1m'));
    expect(all).toContain('<IsTruncated>false</IsTruncated>');
    const first = await download(`data?prefix=${prefix}&max-keys=5`);
    const marker = /<NextMarker>(.*?)<\/NextMarker>/.exec(first)![1]!;
    const rest = await download(`data?prefix=${prefix}&max-keys=5&marker=${marker}`);
    expect([...keysOf(first), ...keysOf(rest)]).toEqual(keysOf(all));
    expect(keysOf(await download('data?prefix=%3Cx'))).toEqual([]);
  });

  it('is missing under any other name', async () => {
    const wrong = [
      dayFile('trades').replace('BTCUSDT-', 'ETHUSDT-'),
      dayFile('klines', '1w'),
      dayFile('klines'),
      'data/manifests/daily/2026-11-29.txt',
    ];
    for (const path of wrong) expect((await get(path)).status).toBe(404);
  });

  it('counts by its bytes against the limit of an address', async () => {
    const from = { 'x-forwarded-for': '198.19.0.1' };
    const answers = await Promise.all(
      Array.from({ length: 210 }, () => get(dayFile('trades'), from)),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

const insertTick = defineQuery({
  name: 'test.insertHistoryTick',
  text: `insert into ticks (instrument_id, seq, at, price, quantity, taker_side, source, rule, hash)
    values ($1, $2, $3, 1, 1, 'buy', 'test', 2, sha256('')) returning seq`,
  params: [int2, int8, timestamptz],
  row: { seq: int8 },
});

it('of trades is left out where retention has deleted the first of the day', async () => {
  const { database } = server.fresh;
  const add = (seq: number, at: string) =>
    database.transaction((tx) => tx.one(insertTick, [1, seq, Date.parse(at)]));
  const from = Date.parse('2026-10-01');
  const read = async () => {
    const pages = [];
    for await (const page of tradesIn(database, { instrumentId: 1, from, to: from + DAY_MS }))
      pages.push(page);
    return pages.flat().map(({ seq }) => seq);
  };
  await add(1_000_001, '2026-10-01T10:00:00Z');
  expect(await read()).toEqual([]);
  await add(1_000_000, '2026-09-30T10:00:00Z');
  expect(await read()).toEqual([1_000_001]);
});
