import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/audit/ledger.ts';
import { auditSpot } from '../../src/audit/spot.ts';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import { manualClock } from '../support/market.ts';
import type { Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const clock = manualClock();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ clock });
});

afterAll(() => server?.stop());

/** A member with the given amounts only. */
async function memberWith(usdt: string): Promise<Person> {
  const person = await server.register();
  const input = { symbol: 'ethusdt', musdt: '10000', buytype: 2 };
  await server.api.data('POST /bborder/upbbbuy', input, { token: person.token });
  const left = (await usdtOf(person)).available;
  expect(Number(left)).toBeLessThan(1);
  await server.fund(person.memberId, { USDT: usdt });
  return person;
}

async function usdtOf({ memberId }: Person) {
  const rows = await balancesOf(server.fresh.database, memberId);
  const row = rows.find(({ asset }) => asset === 'USDT')!;
  return { available: formatDecimal(row.available), held: formatDecimal(row.held) };
}

async function expectCleanBooks() {
  const findings = await server.fresh.database.snapshot(async (reader) => [
    ...(await auditLedger(reader)),
    ...(await auditSpot(reader)),
  ]);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
}

/** Rests far below the market and holds exactly 90 USDT. */
const NINETY = [
  { symbol: 'btcusdt', mprice: '60000', mnum: '0.0015', buytype: 1 },
  { symbol: 'ethusdt', mprice: '3000', mnum: '0.03', buytype: 1 },
  { symbol: 'bnbusdt', mprice: '600', mnum: '0.15', buytype: 1 },
];

describe('fifty parallel spends of one balance', () => {
  it('succeed exactly as often as the balance allows, in one market', async () => {
    const person = await memberWith('1000');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.api.call('POST /bborder/upbbbuy', NINETY[0]!, { token: person.token }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(11);
    expect(answers.filter(({ code }) => code === 4020)).toHaveLength(39);
    expect(await usdtOf(person)).toMatchObject({ held: '990' });
    await expectCleanBooks();
  });

  it('succeed exactly as often over several markets', async () => {
    const person = await memberWith('1000');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_each, index) =>
        server.api.call('POST /bborder/upbbbuy', NINETY[index % NINETY.length]!, {
          token: person.token,
        }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(11);
    expect(answers.filter(({ code }) => code === 4020)).toHaveLength(39);
    expect(await usdtOf(person)).toMatchObject({ held: '990' });
    await expectCleanBooks();
  });
});

describe('parallel repeats with one key', () => {
  it('have one effect and all the same answer', async () => {
    const person = await memberWith('1000');
    const ask = { token: person.token, key: 'order-1' };
    const buy = () => server.api.call('POST /bborder/upbbbuy', NINETY[0]!, ask);
    const answers = await Promise.all(Array.from({ length: 30 }, buy));
    expect(answers).toEqual(answers.map(() => answers[0]));
    const { order } = answers[0]!.data;
    expect(answers[0]!.code).toBe(0);
    expect(await usdtOf(person)).toMatchObject({ held: '90' });
    const list = await server.api.data('GET /bborder/myBborderList', { status: '1' }, ask);
    expect(list.total).toBe(1);

    expect(await buy()).toEqual(answers[0]);
    await server.restart();
    // The signature of its number is not stored (ADR 102): the receipt of the order has the number from the log.
    expect(await buy()).toMatchObject({ code: 0, data: { order } });
  });

  it('of a cancellation release the hold once', async () => {
    const person = await memberWith('1000');
    const { token } = person;
    const { order } = await server.api.data('POST /bborder/upbbbuy', NINETY[1]!, { token });
    const cancel = () =>
      server.api.call('POST /bborder/clearorder', { id: order.ID }, { token, key: 'cancel-1' });
    const answers = await Promise.all(Array.from({ length: 30 }, cancel));
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toMatchObject({ code: 0, data: { order: { ID: order.ID, status: 3 } } });
    expect(await usdtOf(person)).toMatchObject({ held: '0' });
    await expectCleanBooks();
  });

  it('of different requests have one effect, and the others are refused with 5002', async () => {
    const person = await memberWith('1000');
    const ask = { token: person.token, key: 'order-2' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_each, index) =>
        server.api.call('POST /bborder/upbbbuy', NINETY[index % 3]!, ask),
      ),
    );
    const symbols = answers.flatMap((answer) =>
      answer.code === 0 ? answer.data.order.symbol : [],
    );
    expect(new Set(symbols).size).toBe(1);
    expect(symbols).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 5002)).toHaveLength(20);
    expect(await usdtOf(person)).toMatchObject({ held: '90' });
    await expectCleanBooks();
  });

  it('of another member are separate requests', async () => {
    const [one, two] = [await memberWith('1000'), await memberWith('1000')];
    const [first, second] = await Promise.all(
      [one, two].map(({ token }) =>
        server.api.data('POST /bborder/upbbbuy', NINETY[0]!, { token, key: 'the-same' }),
      ),
    );
    expect(first!.order.ID).not.toBe(second!.order.ID);
  });

  it('can be reused after a refusal', async () => {
    const person = await memberWith('100');
    const ask = { token: person.token, key: 'order-3' };
    const dear = { ...NINETY[0]!, mnum: '0.15' };
    expect((await server.api.call('POST /bborder/upbbbuy', dear, ask)).code).toBe(4020);
    expect((await server.api.call('POST /bborder/upbbbuy', NINETY[0]!, ask)).code).toBe(0);
  });
});
