import { recordTypes } from '@tern/ledger';
import { add, type Amount, decimal, formatDecimal, subtract, sum } from '@tern/money';
import type { Output } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let me: Person;

beforeAll(async () => {
  server = await startServer({ clock, historyDays: 80 });
  me = await server.register();
});

afterAll(() => server?.stop());

const amount = (text: string) => decimal<Amount>(text);
const session = () => ({ token: me.token });

async function coins(): Promise<Map<string, Output<'GET /user/mycoin'>['list'][number]>> {
  const { list } = await server.api.data('GET /user/mycoin', { cate: 1 }, session());
  return new Map(list.map((row) => [row.coinname, row]));
}

async function priceOf(symbol: string): Promise<string> {
  const { list } = await server.api.data('POST /base/tradelist', { from: 1, pageSize: 100 });
  return list.find((row) => row.symbol === symbol)!.price;
}

async function allRecords(coinname = '') {
  const input = { coinname, page: 1, pageSize: 100 };
  const found = await server.api.data(
    'GET /user_money_log/getUser_money_logList',
    input,
    session(),
  );
  expect(found.total).toBe(found.list.length);
  return found.list.toReversed();
}

describe('a new member', () => {
  it('is registered, logs in and reads their own data', async () => {
    const { token, user } = await server.login(me);
    expect(user).toMatchObject({ ID: me.memberId, email: me.email, username: me.email });
    me = { ...me, token };
    const { userInfo } = await server.api.data('GET /user/getUserInfo', {}, session());
    expect(userInfo).toMatchObject({ ID: me.memberId, phone: me.phone, hasPayPassword: false });
  });

  it('owns the paper money of the grant’s record', async () => {
    const records = await allRecords();
    expect(records.map(({ type }) => type)).toEqual([32, 32, 32]);
    expect(records.every(({ note }) => note.startsWith('Paper money'))).toBe(true);
    const owned = await coins();
    for (const { coinname, amount: given, balance } of records) {
      expect(balance).toBe(given);
      expect(owned.get(coinname)).toMatchObject({ available: given, frozen: '0', total: given });
    }
  });
});

describe('the markets', () => {
  it('show a price, its day and its bounds for every instrument', async () => {
    for (const from of [1, 2] as const) {
      const { list, total } = await server.api.data('POST /base/tradelist', {
        from,
        pageSize: 100,
      });
      expect(list).toHaveLength(total);
      for (const row of list) {
        expect([row.symbol, amount(row.price) > 0n]).toEqual([row.symbol, true]);
        expect(amount(row.low) <= amount(row.price) && amount(row.price) <= amount(row.high)).toBe(
          true,
        );
      }
    }
  });

  it.each(['1min', '5min', '15min', '30min', '60min', '1day', '1week', '1mon'])(
    'have whole candles of %s, oldest first',
    async (interval) => {
      const input = { id: 'btcusdt', interval, num: 50 };
      const { list } = await server.api.data('GET /base/getkdata', input);
      expect(list.length).toBeGreaterThan(interval === '1mon' ? 2 : 10);
      expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted((a, b) => a - b));
      for (const { low, open, close, high } of list) {
        const [bottom, top] = [amount(low), amount(high)];
        for (const each of [open, close]) {
          expect(bottom <= amount(each) && amount(each) <= top).toBe(true);
        }
      }
    },
  );
});

describe('trading', () => {
  const placed: Output<'POST /bborder/upbbbuy'>['order'][] = [];

  it('buys at the market for a given total', async () => {
    const { order } = await server.api.data(
      'POST /bborder/upbbbuy',
      { symbol: 'btcusdt', musdt: '1000', buytype: 2 },
      session(),
    );
    expect(order).toMatchObject({ status: 2, side: 1, type: 2, musdt: '1000', feeCoin: 'BTC' });
    const spent = amount(order.dealTotal);
    expect(spent <= amount('1000') && spent > amount('995')).toBe(true);
    placed.push(order);
    clock.advance(1);
  });

  it('shows only trades within the candle of their minute', async () => {
    const rows = async (path: string) => {
      const answer = await fetch(`${server.url()}${path}`);
      return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
    };
    const trades = (await rows('/market/history/trade?symbol=btcusdt&size=300')).flatMap(
      ({ data }) => data as { ts: number; price: number; amount: number }[],
    );
    const candles = (await rows('/market/history/kline?symbol=btcusdt&period=1min&size=300')) as {
      id: number;
      low: number;
      high: number;
      count: number;
    }[];
    expect(trades.length).toBeGreaterThan(0);
    const outside = trades.filter(({ ts, price }) => {
      const candle = candles.find(({ id }) => id === Math.floor(ts / 60_000) * 60);
      return candle === undefined || price < candle.low || price > candle.high;
    });
    expect(outside).toEqual([]);
    // The member's own recent trade is not among them, nor in any candle.
    const [own] = placed;
    expect(trades.map(({ amount: quantity }) => String(quantity))).not.toContain(own!.dealNum);
    const counted = candles.reduce((sum, { count }) => sum + count, 0);
    expect(trades.filter(({ ts }) => ts >= candles.at(-1)!.id * 1_000).length).toBeLessThanOrEqual(
      counted,
    );
  });

  it('holds the cost of a resting limit buy, and releases it on cancellation', async () => {
    const before = (await coins()).get('USDT')!;
    const mprice = formatDecimal(
      amount(String(Math.floor(Number(await priceOf('ethusdt')) * 0.95))),
    );
    const input = { symbol: 'ethusdt', mprice, mnum: '0.5', buytype: 1 };
    const { order } = await server.api.data('POST /bborder/upbbbuy', input, session());
    expect(order).toMatchObject({ status: 1, dealNum: '0', mprice, mnum: '0.5' });
    const reserved = order.musdt;
    expect((await coins()).get('USDT')).toMatchObject({
      available: formatDecimal(subtract(amount(before.available), amount(reserved))),
      frozen: reserved,
      total: before.total,
    });

    const open = await server.api.data('GET /bborder/myBborderList', { status: '1' }, session());
    expect(open.list).toEqual([order]);
    const cancelled = await server.api.data(
      'POST /bborder/clearorder',
      { id: order.ID },
      session(),
    );
    expect(cancelled.order.status).toBe(3);
    expect((await coins()).get('USDT')).toMatchObject(before);
    const again = await server.api.call('POST /bborder/clearorder', { id: order.ID }, session());
    expect(again.code).toBe(5014);
    const ids = [order.ID, order.ID];
    expect(await server.api.data('POST /bborder/clearorders', { ids }, session())).toEqual({
      orders: [],
      closed: 1,
      failed: 0,
    });
    placed.push(cancelled.order);
    clock.advance(1);
  });

  it('sells with a limit that the book meets, at the better price of the book', async () => {
    const mprice = formatDecimal(
      amount(String(Math.floor(Number(await priceOf('btcusdt')) * 0.98))),
    );
    const input = { symbol: 'btcusdt', mprice, mnum: '0.002', type: 1 };
    const { order } = await server.api.data('POST /bborder/upbbsell', input, session());
    expect(order).toMatchObject({ status: 2, side: 2, type: 1, dealNum: '0.002', feeCoin: 'USDT' });
    expect(amount(order.averagePrice) > amount(mprice)).toBe(true);
    placed.push(order);
    clock.advance(1);
  });

  it('sells at the market', async () => {
    const input = { symbol: 'btcusdt', mnum: '0.001', type: 2 };
    const { order } = await server.api.data('POST /bborder/upbbsell', input, session());
    expect(order).toMatchObject({ status: 2, side: 2, type: 2, dealNum: '0.001' });
    placed.push(order);
  });

  it('lists every order, newest first, with filters', async () => {
    const list = async (input: object) =>
      (await server.api.data('GET /bborder/myBborderList', input, session())).list;
    expect(await list({})).toEqual(placed.toReversed());
    expect(await list({ symbol: 'ethusdt' })).toEqual([placed[1]]);
    expect(await list({ side: '2' })).toEqual([placed[3], placed[2]]);
    expect(await list({ type: '1', status: '4' })).toEqual([placed[2], placed[1]]);
    expect(await list({ page: '2', pageSize: '3' })).toEqual([placed[0]]);
  });

  it('shows the fills of an order', async () => {
    for (const order of placed) {
      const { rebborder, fills } = await server.api.data(
        'GET /bborder/findBborder',
        { ID: order.ID },
        session(),
      );
      expect(rebborder).toEqual(order);
      const total = (field: 'quantity' | 'total' | 'fee') =>
        formatDecimal(sum(fills.map((fill) => amount(fill[field]))));
      expect([total('quantity'), total('total'), total('fee')]).toEqual([
        order.dealNum,
        order.dealTotal,
        order.fee,
      ]);
    }
  });

  it('hides and protects the orders of other members', async () => {
    const other = { token: (await server.register()).token };
    const [mine] = placed;
    const found = await server.api.call('GET /bborder/findBborder', { ID: mine!.ID }, other);
    expect(found.code).toBe(5007);
    const cancelled = await server.api.call('POST /bborder/clearorder', { id: mine!.ID }, other);
    expect(cancelled.code).toBe(5007);
  });

  it('leaves a record for each movement, with the right type, sign and balance after', async () => {
    const records = await allRecords();
    const owned = await coins();
    const running = new Map<string, Amount>();
    for (const record of records) {
      const after = add(running.get(record.coinname) ?? amount('0'), amount(record.amount));
      expect([record.ID, record.balance]).toEqual([record.ID, formatDecimal(after)]);
      running.set(record.coinname, after);
    }
    for (const [coin, total] of running) {
      expect([coin, owned.get(coin)!.total]).toEqual([coin, formatDecimal(total)]);
    }

    const trades = records.filter(({ type }) => type !== recordTypes.paperFundsGranted);
    const fills = await Promise.all(
      placed.map(({ ID }) => server.api.data('GET /bborder/findBborder', { ID }, session())),
    );
    const expected = fills.flatMap(({ rebborder: order, fills: list }) =>
      list.toReversed().flatMap((fill) => {
        const type = order.side === 1 ? recordTypes.spotBuy : recordTypes.spotSell;
        const reference = `trade:${fill.ID}`;
        const minus = (text: string) => formatDecimal(subtract(amount('0'), amount(text)));
        const net = (text: string) => formatDecimal(subtract(amount(text), amount(fill.fee)));
        return order.side === 1
          ? [
              { coinname: 'BTC', type, reference, amount: net(fill.quantity) },
              { coinname: 'USDT', type, reference, amount: minus(fill.total) },
            ]
          : [
              { coinname: 'BTC', type, reference, amount: minus(fill.quantity) },
              { coinname: 'USDT', type, reference, amount: net(fill.total) },
            ];
      }),
    );
    const seen = trades.map(({ coinname, type, reference, amount: moved }) => {
      return { coinname, type, reference, amount: moved };
    });
    const inOrder = (rows: typeof seen) =>
      rows.toSorted((a, b) =>
        `${a.reference} ${a.coinname}` < `${b.reference} ${b.coinname}` ? -1 : 1,
      );
    expect(inOrder(seen)).toEqual(inOrder(expected));
  });

  it('narrows records to a coin and a type', async () => {
    const ofCoin = await allRecords('BTC');
    expect(new Set(ofCoin.map(({ coinname }) => coinname))).toEqual(new Set(['BTC']));
    const path = 'GET /user_money_log/getUser_money_logList';
    const sells = await server.api.data(path, { coinname: 'usdt', type: '10' }, session());
    expect(sells.total).toBeGreaterThan(0);
    expect(sells.list.every(({ type, amount: moved }) => type === 10 && amount(moved) > 0n)).toBe(
      true,
    );
    const unknown = await server.api.call(path, { coinname: 'NOCOIN' }, session());
    expect(unknown.code).toBe(4019);
  });

  it('counts profit as the member’s worth less their grants', async () => {
    const worth = await server.api.data('GET /user/ploss', {}, session());
    const owned = [...(await coins()).values()];
    expect(worth.total).toBe(formatDecimal(sum(owned.map(({ usdt }) => amount(usdt)))));
    // Prices have not moved, so the loss is fees and the spread of the exchange quotes.
    const lost = subtract(amount('0'), amount(worth.all));
    expect(lost > 0n && lost < amount('5')).toBe(true);
    expect(worth.today).toBe(worth.all);
  });
});

describe('a session', () => {
  it('is required by every member call, with 4015', async () => {
    for (const token of [undefined, '', 'x', `${'A'.repeat(42)}!`, 'A'.repeat(10_000)]) {
      const answer = await server.api.call('GET /user/mycoin', {}, { token });
      expect(answer).toMatchObject({ code: 4015, data: { reload: true } });
    }
    const forged = await server.api.call('GET /user/mycoin', {}, { token: 'A'.repeat(43) });
    expect(forged).toMatchObject({ code: 4016, data: { reload: true } });
  });

  it('survives a restart of the server with every order and balance', async () => {
    const before = [await coins(), await allRecords()];
    await server.restart();
    expect([await coins(), await allRecords()]).toEqual(before);
  });

  it('expires after seven days without use', async () => {
    const { token } = await server.login(me);
    clock.advance(7 * 86_400_000 + 1);
    const answer = await server.api.call('GET /user/getUserInfo', {}, { token });
    expect(answer).toMatchObject({ code: 4017, data: { reload: true } });
  });
});
