/** Closed days in the console's calls: who may read them, and what is logged. */
import { purposes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal, sum } from '@tern/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  server = await startServer({ clock, prices: 'still', ownJobs: ['day-close.close'] });
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

it('the ledger of closed days is downloaded, adds up to their trial balances, and is logged', async () => {
  const { list } = await consoleApi.data('GET /operator/dayClose/list', {}, ada);
  const range = { from: list[20]!.day, until: day };
  const link = await consoleApi.data('GET /operator/dayClose/ledger', range, ada);
  const answer = await fetch(`${server.url()}${link.path}`);
  expect(answer.headers.get('content-disposition')).toContain(
    `tern-ledger-${range.from}-${day}.csv`,
  );
  const [head, ...lines] = (await answer.text()).trimEnd().split('\r\n');
  expect(head).toBe(
    'day,entry,kind,reference,effective_at,posting,account,asset,available,held,locked,staked,financed,loan,total',
  );
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const [on = '', , , , , , account = '', asset = '', ...amounts] = line.split(',');
    const parts = purposes.map((purpose, at) => [`members.${purpose}`, amounts[at]!] as const);
    const moved = /^\d+$/.test(account) ? parts : [[account, amounts.at(-1)!] as const];
    for (const [name, amount] of moved) {
      const key = `${on} ${asset} ${name}`;
      sums.set(key, (sums.get(key) ?? 0n) + decimal<Amount>(amount));
    }
  }
  const expected = new Map<string, bigint>();
  for (const each of list.slice(0, 21)) {
    const { coins } = await consoleApi.data('GET /operator/dayClose/show', { day: each.day }, ada);
    for (const { coinname, lines: accounts } of coins) {
      for (const { account, debits, credits } of accounts) {
        const change = decimal<Amount>(credits) - decimal<Amount>(debits);
        if (change !== 0n) expected.set(`${each.day} ${coinname} ${account}`, change);
      }
    }
  }
  const changed = new Map([...sums].filter(([, amount]) => amount !== 0n));
  expect(changed.size).toBeGreaterThan(10);
  expect(changed).toEqual(expected);
  const logged = await consoleApi.data('GET /operator/audit/list', { pageSize: 1 }, ada);
  expect(logged.list[0]).toMatchObject({ action: 'ledger.export', subject: 'ledger' });
});

it('the ledger of a day that is not closed is no file, and an address expires', async () => {
  const ask = (range: { from: string; until: string }) =>
    consoleApi.call('GET /operator/dayClose/ledger', range, ada);
  expect((await ask({ from: day, until: dayOf(clock.now()) })).code).toBe(5007);
  expect((await ask({ from: day, until: dayOf(clock.now() - 2 * DAY_MS) })).code).toBe(5001);
  const only = { from: day, until: day };
  const { path } = await consoleApi.data('GET /operator/dayClose/ledger', only, ada);
  const at = (address: string) => fetch(`${server.url()}${address}`);
  expect((await at(`${path.slice(0, -4)}AAAA`)).status).toBe(410);
  clock.advance(5 * 60_000);
  expect((await at(path)).status).toBe(410);
});
