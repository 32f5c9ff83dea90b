/** Closed days in the console's calls: who may read them, and what is logged. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { purposes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal, sum } from '@tern/money';
import { incomeAccounts } from '@tern/protocol/operator';
import type { OperatorInput } from '@tern/protocol/operator/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../src/platform/clock.ts';
import { DAY_MS, HOUR_MS } from '../src/platform/durations.ts';
import { countAllRecords } from './support/counted-records.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let day: string;

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: ['day-close.close', 'day-close.files'],
  });
  consoleApi = createConsole(server, clock);
  await server.register();
  day = dayOf(clock.now());
  clock.advance(DAY_MS / 2 + HOUR_MS);
  await countAllRecords(server.fresh.database);
  await server.runJob('day-close.close');
  ada = await consoleApi.signIn(1);
});
afterAll(() => server?.stop());

const sumOf = (texts: readonly string[]) => sum(texts.map((text) => decimal<Amount>(text)));

it('operators list closed days and read one', async () => {
  const { list, hasMore } = await consoleApi.data('GET /operator/dayClose/list', {}, ada);
  expect(list[0]).toMatchObject({ day, isTiedOut: true, differences: 0, hasLate: false });
  // The paper accounts have a history.
  expect([list.length, hasMore]).toEqual([31, true]);
  const older = { before: list[29]!.day };
  const next = await consoleApi.data('GET /operator/dayClose/list', older, ada);
  expect(next.list[0]).toEqual(list[30]);
  const shown = await consoleApi.data('GET /operator/dayClose/show', { day }, ada);
  expect(shown.coins.map(({ coinname }) => coinname)).toContain('USDT');
  for (const { owedOpening, cameIn, wentOut, otherwise, owedClosing } of shown.coins) {
    expect(formatDecimal(sumOf([owedOpening, cameIn, wentOut, otherwise]))).toBe(owedClosing);
  }
});

it('take along the trial balance of a day, which is logged', async () => {
  const { csv } = await consoleApi.data('GET /operator/dayClose/file', { day }, ada);
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toBe('day,asset,account,opening,debits,credits,closing,late,state');
  const { coins } = await consoleApi.data('GET /operator/dayClose/show', { day }, ada);
  expect(lines).toEqual(
    coins.flatMap(({ coinname, lines: all }) =>
      all.map(({ account, opening, debits, credits, closing, late }) =>
        [day, coinname, account, opening, debits, credits, closing, late, 'tied out'].join(),
      ),
    ),
  );
  const logged = await consoleApi.data('GET /operator/audit/list', { pageSize: 10 }, ada);
  expect(logged.list[0]).toMatchObject({
    action: 'dayClose.export',
    login: 'operator-1',
    subject: `day-close:${day}`,
  });
});

it('a day that is not closed is not found', async () => {
  const today = dayOf(clock.now());
  for (const name of ['GET /operator/dayClose/show', 'GET /operator/dayClose/file'] as const) {
    expect((await consoleApi.call(name, { day: today }, ada)).code).toBe(5007);
  }
  const list = await consoleApi.call('GET /operator/dayClose/list', { before: '2026-02-30' }, ada);
  expect(list.code).toBe(5001);
});

describe('files of closed days', () => {
  let range: { from: string; until: string };
  let auditor: string;
  beforeAll(async () => {
    const { list } = await consoleApi.data('GET /operator/dayClose/list', {}, ada);
    range = { from: list[20]!.day, until: day };
    // Has money now, and had none when the day was closed.
    await server.register();
    ({ token: auditor } = await consoleApi.enrolled(['auditor']));
  });

  type Kind = OperatorInput<'POST /operator/dayFile/make'>['kind'];
  const make = (kind: Kind, more: { coinname?: string; hasNames?: boolean } = {}) =>
    consoleApi.data('POST /operator/dayFile/make', { kind, ...range, ...more }, ada);
  const listed = async (id: number) => {
    const { list } = await consoleApi.data('GET /operator/dayFile/list', {}, ada);
    return list.find(({ ID }) => ID === id)!;
  };
  /** Of a file that is ready, as records. */
  const download = async (id: number) => {
    const { path } = await consoleApi.data('POST /operator/dayFile/link', { ID: id }, ada);
    const answer = await fetch(`${server.url()}${path}`);
    const content = await answer.text();
    const [head = '', ...lines] = content.trimEnd().split('\r\n');
    const columns = head.split(',');
    const rows = lines.map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
    });
    return { content, columns, rows };
  };
  const made = async (kind: Kind, more: { coinname?: string; hasNames?: boolean } = {}) => {
    const { ID } = await make(kind, more);
    await server.runJob('day-close.files');
    return download(ID);
  };
  type Sums = Map<string, bigint>;
  const addTo = (sums: Sums, key: string, amount: string, sign = 1n) =>
    sums.set(key, (sums.get(key) ?? 0n) + sign * decimal<Amount>(amount));
  const withoutZeros = (sums: Sums) => new Map([...sums].filter(([, amount]) => amount !== 0n));

  it('of the journal, of fees and of customers come to the trial balances, to the digit', async () => {
    const trial = await made('trialBalance');
    const changed: Sums = new Map();
    const closed: Sums = new Map();
    for (const line of trial.rows) {
      const key = `${line['day']} ${line['asset']} ${line['account']}`;
      addTo(changed, key, line['credits']!);
      addTo(changed, key, line['debits']!, -1n);
      if (line['day'] === day && line['account']!.startsWith('members.'))
        addTo(closed, `${line['asset']} ${line['account']}`, line['closing']!);
    }
    const posted: Sums = new Map();
    for (const line of (await made('ledger')).rows) {
      const { account = '' } = line;
      if (/^\d+$/.test(account)) {
        for (const purpose of purposes)
          addTo(posted, `${line['day']} ${line['asset']} members.${purpose}`, line[purpose]!);
      } else addTo(posted, `${line['day']} ${line['asset']} ${account}`, line['total']!);
    }
    expect(withoutZeros(posted)).toEqual(withoutZeros(changed));
    expect(withoutZeros(posted).size).toBeGreaterThan(10);
    const had: Sums = new Map();
    for (const line of (await made('customerBalances')).rows) {
      for (const purpose of purposes)
        addTo(had, `${line['asset']} members.${purpose}`, line[purpose]!);
    }
    expect(withoutZeros(had)).toEqual(withoutZeros(closed));
    expect(had.size).toBeGreaterThan(0);
    const earned: Sums = new Map();
    for (const line of (await made('fees')).rows)
      addTo(earned, `${line['day']} ${line['asset']} ${line['account']}`, line['amount']!);
    const income = [...changed].filter(([key]) =>
      incomeAccounts.some((name) => key.endsWith(` ${name}`)),
    );
    expect(withoutZeros(earned)).toEqual(withoutZeros(new Map(income)));
  });

  it('for Beancount balance by day and coin, and come to what it is to compare', async () => {
    const { ID } = await make('beancount');
    await server.runJob('day-close.files');
    const { path } = await consoleApi.data('POST /operator/dayFile/link', { ID }, ada);
    const answer = await fetch(`${server.url()}${path}`);
    expect(answer.headers.get('content-disposition')).toContain('.beancount"');
    const had: Sums = new Map();
    let transaction: Sums = new Map();
    let compared = 0;
    for (const line of (await answer.text()).split('\n')) {
      if (line.includes(' * "')) transaction = new Map();
      const [, account, amount = '', asset = ''] =
        /^ {2}([A-Z]\S+) {2}(-?[\d.]+) (\S+)$/.exec(line) ?? [];
      if (account !== undefined) {
        addTo(transaction, asset, amount);
        addTo(had, `${account} ${asset}`, amount);
      }
      if (line === '') expect(withoutZeros(transaction)).toEqual(new Map());
      const [, of, expected = '', unit = ''] =
        / balance (\S+) {2}(-?[\d.]+) (\S+)$/.exec(line) ?? [];
      if (of === undefined) continue;
      compared += 1;
      expect([line, had.get(`${of} ${unit}`) ?? 0n]).toEqual([line, decimal<Amount>(expected)]);
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('of one coin have no other, and those of records are of these days', async () => {
    const { rows } = await made('dailyBalances', { coinname: 'BTC' });
    expect(new Set(rows.map(({ asset }) => asset))).toEqual(new Set(['BTC']));
    for (const kind of [
      'orders',
      'trades',
      'deposits',
      'wires',
      'withdrawals',
      'payouts',
      'contracts',
    ] as const) {
      const file = await made(kind, { hasNames: true });
      expect(file.columns.at(-1)).toBe('name');
      const times = file.rows.map((row) => (row['created_at'] ?? row['accepted_at'])!.slice(0, 10));
      expect(times.filter((at) => at < range.from || at > range.until)).toEqual([]);
      const first = await consoleApi.data(
        'POST /operator/dayFile/preview',
        { kind, ...range, hasNames: true },
        ada,
      );
      expect(first.columns).toEqual(file.columns);
      expect(first.rows).toHaveLength(Math.min(file.rows.length, 5));
    }
  });

  it('go on behind the last page after a restart, and are signed with the evidence key', async () => {
    const { content } = await made('ledger');
    const { ID } = await make('ledger');
    // The instance ends after each page.
    for (let runs = 0; runs < 100 && (await listed(ID)).state !== 'ready'; runs += 1) {
      let asked = 0;
      const ending = {
        get aborted() {
          asked += 1;
          return asked > 2;
        },
      } as AbortSignal;
      await server.runJob('day-close.files', ending);
    }
    const file = await listed(ID);
    expect((await download(ID)).content).toBe(content);
    expect(file).toMatchObject({
      by: 'operator-1',
      percent: 100,
      bytes: Buffer.byteLength(content),
    });
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(file.signed).toBe(
      `tern file 1|${ID}|ledger|${range.from}|${day}||${file.rows}|${file.sha256}|${Date.parse(file.madeAt!)}`,
    );
    const { list: keys } = await server.api.data('GET /transparency/keys', {});
    const key = keys.find(({ ID }) => ID === file.keyId)!;
    const der = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(key.publicKey, 'hex'),
    ]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const isSigned = verify(
      null,
      Buffer.from(file.signed!),
      publicKey,
      Buffer.from(file.signature!, 'hex'),
    );
    expect(isSigned).toBe(true);
  });

  it('are refused of open days, of no coin, and to roles that may not name members', async () => {
    const ask = (input: OperatorInput<'POST /operator/dayFile/make'>, token = ada) =>
      consoleApi.call('POST /operator/dayFile/make', input, token).then(({ code }) => code);
    const today = dayOf(clock.now());
    expect(await ask({ kind: 'fees', from: day, until: today })).toBe(5007);
    expect(await ask({ kind: 'fees', from: day, until: range.from })).toBe(5001);
    expect(await ask({ kind: 'fees', ...range, hasNames: true })).toBe(5001);
    expect(await ask({ kind: 'trades', ...range, coinname: 'BTC' })).toBe(5001);
    const { token: reviewer } = await consoleApi.enrolled(['reviewer']);
    expect(await ask({ kind: 'fees', ...range }, reviewer)).toBe(0);
    expect(await ask({ kind: 'ledger', ...range }, reviewer)).toBe(5030);
    expect(await ask({ kind: 'ledger', ...range }, auditor)).toBe(0);
    await server.runJob('day-close.files');
    const { list } = await consoleApi.data('GET /operator/dayFile/list', {}, reviewer);
    const { ID } = list.find(({ kind }) => kind === 'ledger')!;
    expect((await consoleApi.call('POST /operator/dayFile/link', { ID }, reviewer)).code).toBe(
      5030,
    );
    const logged = await consoleApi.data('GET /operator/audit/list', { pageSize: 50 }, ada);
    const actions = new Set(logged.list.map(({ action }) => action));
    expect([...actions]).toEqual(
      expect.arrayContaining(['dayFile.make', 'dayFile.download', 'dayFile.preview']),
    );
  });

  it('expire: the address after minutes, the file after a week', async () => {
    const { ID } = await make('fees');
    await server.runJob('day-close.files');
    const { path } = await consoleApi.data('POST /operator/dayFile/link', { ID }, ada);
    const at = (address: string) => fetch(`${server.url()}${address}`);
    expect((await at(`${path.slice(0, -4)}AAAA`)).status).toBe(410);
    clock.advance(5 * 60_000);
    expect((await at(path)).status).toBe(410);
    clock.advance(7 * DAY_MS);
    await server.runJob('day-close.files');
    ada = await consoleApi.signIn(1);
    expect(await listed(ID)).toMatchObject({ state: 'removed', percent: 100 });
    expect((await consoleApi.call('POST /operator/dayFile/link', { ID }, ada)).code).toBe(5007);
  });
});
