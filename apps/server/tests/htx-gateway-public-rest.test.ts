import { formatDecimal } from '@tern/money';
import {
  HtxCandle,
  HtxChainSettings,
  HtxCurrency,
  HtxCurrencySettings,
  HtxData,
  HtxDepth,
  HtxDetail,
  HtxError,
  HtxMarketSymbol,
  HtxMarketStatus,
  HtxOrderBounds,
  HtxMerged,
  HtxSettings,
  HtxSymbol,
  HtxSymbolSettings,
  HtxTick,
  HtxTicker,
  HtxTrades,
  HtxTradingCurrency,
  HtxTradingSymbol,
  HtxV2,
} from '@tern/protocol';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { networksByAsset } from '../src/kernel/networks/networks.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

const closeWithdrawals = defineStatement({
  name: 'test.closeWithdrawals',
  text: 'update asset_networks set takes_withdrawals = false where asset = $1 and network = $2',
  params: [text, text],
});

const closeDeposits = defineStatement({
  name: 'test.closeDepositsOfNetwork',
  text: 'update asset_networks set takes_deposits = false where asset = $1 and network = $2',
  params: [text, text],
});

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ historyDays: 8, trustedProxies: ['loopback'] });
  await vi.waitFor(async () => {
    expect((await get('/market/trade?symbol=btcusdt')).body['status']).toBe('ok');
  }, 60_000);
});
afterAll(() => server.stop());

/** Each from an address of its own: large reads use up what one may ask for. */
let callers = 0;
async function get(path: string, at = server) {
  callers += 1;
  const from = `198.18.${callers >> 8}.${callers & 255}`;
  const answer = await fetch(at.url() + path, { headers: { 'x-forwarded-for': from } });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as Record<string, unknown> };
}

async function rows(path: string): Promise<Record<string, number>[]> {
  return (await get(path)).body['data'] as Record<string, number>[];
}

const answers: [string, TSchema][] = [
  ['/v1/common/exchange?symbol=btcusdt', HtxData(HtxOrderBounds)],
  ['/v1/common/symbols', HtxData(Type.Array(HtxSymbol))],
  ['/v1/common/currencys', HtxData(Type.Array(Type.String()))],
  ['/v1/common/timestamp', HtxData(Type.Integer())],
  ['/v2/reference/currencies', HtxV2(Type.Array(HtxCurrency))],
  ['/v2/reference/currencies?currency=usdt', HtxV2(Type.Array(HtxCurrency))],
  ['/v1/settings/common/symbols', HtxSettings(HtxSymbolSettings)],
  ['/v2/settings/common/symbols', HtxSettings(HtxTradingSymbol)],
  ['/v1/settings/common/market-symbols', HtxSettings(HtxMarketSymbol)],
  ['/v1/settings/common/currencys', HtxSettings(HtxCurrencySettings)],
  ['/v2/settings/common/currencies', HtxSettings(HtxTradingCurrency)],
  ['/v1/settings/common/chains', HtxSettings(HtxChainSettings)],
  ['/market/fullMbp?symbol=btcusdt', HtxTick(HtxDepth)],
  ['/v2/market-status', HtxV2(HtxMarketStatus)],
  ['/market/tickers', HtxData(Type.Array(HtxTicker))],
  ['/market/detail?symbol=btcusdt', HtxTick(HtxDetail)],
  ['/market/detail/merged?symbol=btcusdt', HtxTick(HtxMerged)],
  ['/market/depth?symbol=btcusdt&type=step0', HtxTick(HtxDepth)],
  ['/market/depth?symbol=btcusdt&type=step5&depth=5', HtxTick(HtxDepth)],
  ['/market/trade?symbol=btcusdt', HtxTick(HtxTrades)],
  ['/market/history/trade?symbol=btcusdt&size=20', HtxData(Type.Array(HtxTrades))],
  ['/market/history/kline?symbol=btcusdt&period=1day', HtxData(Type.Array(HtxCandle))],
  ['/market/history/candles?symbol=btcusdt&period=60min', HtxData(Type.Array(HtxCandle))],
];

describe('the public calls', () => {
  it.each(answers)('%s answers in its declared shape', async (path, schema) => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect([...Value.Errors(schema, body)]).toEqual([]);
  });

  it('name the channel that pushes the same data', async () => {
    const channels = await Promise.all(
      [
        '/market/detail?symbol=btcusdt',
        '/market/detail/merged?symbol=btcusdt',
        '/market/depth?symbol=btcusdt&type=step1',
        '/market/trade?symbol=btcusdt',
        '/market/history/kline?symbol=btcusdt&period=1min',
      ].map(async (path) => (await get(path)).body['ch']),
    );
    expect(channels).toEqual(
      ['detail', 'detail.merged', 'depth.step1', 'trade.detail', 'kline.1min'].map(
        (topic) => `market.btcusdt.${topic}`,
      ),
    );
  });

  it('derive steps and bounds from the table of instruments', async () => {
    const { all } = await loadInstruments(server.fresh.database);
    const symbols = await rows('/v1/common/symbols');
    expect(symbols).toHaveLength(all.length);
    for (const instrument of all) {
      const row = symbols.find((each) => String(each['symbol']) === instrument.symbol)!;
      expect(`${row['base-currency']}${row['quote-currency']}`).toBe(instrument.symbol);
      const tick = Number(formatDecimal(instrument.tickSize));
      expect(10 ** -row['price-precision']!).toBeCloseTo(Math.min(tick, 1), 12);
      const lot = Number(formatDecimal(instrument.lotSize));
      expect(10 ** -row['amount-precision']!).toBeCloseTo(Math.min(lot, 1), 12);
      expect(row['min-order-amt']).toBe(lot);
      expect(row['min-order-value']).toBe(Number(formatDecimal(instrument.minNotional)));
      expect(row['buy-market-max-order-value']).toBe(Number(formatDecimal(instrument.maxNotional)));
      expect(row['max-order-amt']).toBeGreaterThan(row['min-order-amt']!);
    }
  });

  it('return the networks of a currency with the current limits and fee', async () => {
    const { database } = server.fresh;
    const networks = (await networksByAsset(database)).get('USDT')!;
    const chainsOf = async () =>
      (await rows('/v2/reference/currencies?currency=usdt'))[0]!['chains'];
    const expected = networks.map((network) =>
      expect.objectContaining({
        displayName: network.network,
        minDepositAmt: formatDecimal(network.depositMin),
        maxWithdrawAmt: formatDecimal(network.withdrawMax),
        transactFeeWithdraw: formatDecimal(network.withdrawFee),
        withdrawStatus: 'allowed',
      }),
    );
    expect(await chainsOf()).toEqual(expected);
    expect((await rows('/v2/reference/currencies?currency=usd'))[0]!['chains']).toEqual([]);

    await server.fresh.owner.transaction((tx) => tx.run(closeWithdrawals, ['USDT', 'TRC20']));
    const closed = expect.objectContaining({ chain: 'trc20usdt', withdrawStatus: 'prohibited' });
    expect(await chainsOf()).toContainEqual(closed);
    const settings = await rows('/v1/settings/common/chains?currency=usdt');
    expect(settings).toContainEqual(expect.objectContaining({ chain: 'trc20usdt', we: false }));
  });

  it('say where no deposits are taken: of a network, and of a coin without any other one', async () => {
    const [before] = await rows('/v2/reference/currencies?currency=btc');
    expect(before!['chains']).toEqual([expect.objectContaining({ depositStatus: 'allowed' })]);
    await server.fresh.owner.transaction((tx) => tx.run(closeDeposits, ['BTC', 'BTC']));
    const [after] = await rows('/v2/reference/currencies?currency=btc');
    expect(after!['chains']).toEqual([expect.objectContaining({ depositStatus: 'prohibited' })]);
    expect(await rows('/v1/settings/common/chains?currency=btc')).toEqual([
      expect.objectContaining({ de: false, we: true }),
    ]);
    const coins = await rows('/v2/settings/common/currencies');
    const ofCoin = (code: string) => coins.find((each) => String(each['dn']) === code);
    expect(ofCoin('BTC')).toMatchObject({ de: false });
    expect(ofCoin('ETH')).toMatchObject({ de: true });
  });

  it('have the same values in the settings as in the reference data', async () => {
    const symbols = await rows('/v1/common/symbols');
    const settings = await rows('/v1/settings/common/market-symbols');
    const same = (row: Record<string, number>) => ({
      symbol: row['symbol'],
      pp: row['price-precision'],
      ap: row['amount-precision'],
      minoa: row['min-order-amt'],
      minov: row['min-order-value'],
      bmmaxov: row['buy-market-max-order-value'],
    });
    expect(settings).toEqual(symbols.map((row) => expect.objectContaining(same(row))));
    const asked = await rows('/v1/settings/common/market-symbols?symbols=ethusdt,nosuch');
    expect(asked.map(({ symbol }) => symbol)).toEqual(['ethusdt']);
    const names = Array.from({ length: 101 }, () => 'ethusdt').join(',');
    for (const path of ['market-symbols?symbols', 'chains?currency']) {
      const { text } = await get(`/v1/settings/common/${path}=${names}`);
      expect(text).toContain('invalid-parameter');
    }
  });

  it('write numbers digit by digit, never with an exponent', async () => {
    const { text } = await get('/market/history/kline?symbol=shibusdt&period=1min&size=5');
    expect(text).toMatch(/"close":0\.0000\d+/);
    expect(text).not.toMatch(/\de-\d/);
  });
});

describe('candles', () => {
  it('are returned newest first, up to 2,000', async () => {
    const candles = await rows('/market/history/kline?symbol=btcusdt&period=1min&size=2000');
    expect(candles).toHaveLength(2_000);
    const starts = candles.map(({ id }) => id!);
    expect(starts).toEqual(starts.map((_, index) => starts[0]! - index * 60));
    expect(await rows('/market/history/kline?symbol=btcusdt&period=5min')).toHaveLength(150);
  });

  it('of a range include both ends; the oldest ones if there are more than the limit', async () => {
    const hour = Math.floor(Date.now() / 3_600_000 - 1) * 3_600;
    const path = '/market/history/candles?symbol=btcusdt&period=60min';
    const span = `&from=${hour - 10 * 3_600}&to=${hour}`;
    const all = await rows(path + span);
    expect(all.map(({ id }) => id)).toEqual(
      Array.from({ length: 11 }, (_, index) => hour - index * 3_600),
    );
    expect(await rows(`${path}${span}&size=4`)).toEqual(all.slice(-4));
    expect(await rows(`${path}&to=${hour - 3_600}&size=2`)).toEqual(all.slice(1, 3));
  });

  it('are found across a weekend without trades', async () => {
    const day = 86_400;
    const week = 7 * day;
    const monday = Math.floor((Date.now() / 1_000 - 4 * day) / week) * week + 4 * day;
    const saturday = monday - 2 * day;
    const path = '/market/history/candles?symbol=eurusd&period=1min&size=3';
    const sundayEvening = monday - 2 * 3_600;
    expect((await rows(`${path}&from=${saturday}`)).map(({ id }) => id)).toEqual(
      [2, 1, 0].map((minute) => sundayEvening + minute * 60),
    );
  });

  it('of a time before all history are an empty list', async () => {
    const path = '/market/history/candles?symbol=btcusdt&period=1min&from=0&size=2000';
    expect(await rows(`${path}&to=1500000000`)).toEqual([]);
  });

  it('of a range that begins before all history start with the first candle', async () => {
    const path = '/market/history/candles?symbol=btcusdt&period=1min';
    const first = await rows(`${path}&from=0&size=3`);
    expect(first).toHaveLength(3);
    const begin = first.at(-1)!.id!;
    expect(await rows(`${path}&from=${begin}&size=3`)).toEqual(first);
    expect(await rows(`${path}&to=${begin - 1}&size=1`)).toEqual([]);
  });
});

describe('an invalid call', () => {
  it.each([
    ['/market/detail/merged', 'invalid symbol'],
    ['/market/detail/merged?symbol=nosuch', 'invalid symbol'],
    ['/market/detail/merged?symbol=__proto__', 'invalid symbol'],
    ['/market/detail/merged?symbol=%00', 'invalid symbol'],
    ['/market/depth?symbol=btcusdt&type=step6', 'invalid type'],
    ['/market/depth?symbol=btcusdt&depth=7', 'invalid depth'],
    ['/market/depth?symbol=btcusdt&depth=x', 'invalid depth'],
    ['/market/history/kline?symbol=btcusdt', 'invalid period'],
    ['/market/history/kline?symbol=btcusdt&period=2min', 'invalid period'],
    ['/market/history/kline?symbol=btcusdt&period=1min&size=0', 'invalid size'],
    ['/market/history/kline?symbol=btcusdt&period=1min&size=2001', 'invalid size'],
    ['/market/history/kline?symbol=btcusdt&period=1min&size=1.5', 'invalid size'],
    ['/market/history/candles?symbol=btcusdt&period=1min&from=x', 'invalid time range'],
    ['/market/history/candles?symbol=btcusdt&period=1min&from=9&to=8', 'invalid time range'],
    ['/market/history/candles?symbol=btcusdt&period=1min&to=99999999999999', 'invalid time range'],
    ['/market/history/trade?symbol=btcusdt&size=-1', 'invalid size'],
  ])('%s is answered with "%s"', async (path, problem) => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect([...Value.Errors(HtxError, body)]).toEqual([]);
    expect(body['err-code']).toBe('invalid-parameter');
    expect(body['err-msg']).toMatch(problem);
  });

  it('for an unknown currency is answered in the second envelope', async () => {
    const { body } = await get('/v2/reference/currencies?currency=nosuch');
    expect(body).toEqual({
      code: 2002,
      message: 'invalid field value in `currency`',
      data: null,
    });
  });
});

it.each([
  ['/linear-swap-api/v1/swap_contract_info?business_type=all', 'BTC-USDT', 0],
  ['/swap-api/v1/swap_contract_info', 'BTC-USD', 0],
  ['/api/v1/contract_contract_info', 'BTC200103', 8],
])('lists one contract that ended: %s', async (path, contract_code, contract_status) => {
  const data = [expect.objectContaining({ contract_code, contract_status })];
  expect((await get(path)).body).toEqual({ status: 'ok', data, ts: expect.any(Number) });
});

it.each([
  '/linear-swap-ex/market/detail/batch_merged?business_type=all',
  '/swap-ex/market/detail/batch_merged',
  '/market/detail/batch_merged',
])('has no prices of contracts: %s', async (path) => {
  expect((await get(path)).body).toEqual({ status: 'ok', ticks: [], ts: expect.any(Number) });
});

it.each([
  '/linear-swap-api/v1/swap_open_interest',
  '/api/v1/contract_open_interest',
  '/api/v3/contract_x',
])('refuses other calls of contracts in their format: %s', async (path) => {
  const { status, body } = await get(path);
  expect(status).toBe(404);
  expect(body).toMatchObject({ status: 'error', err_code: 404, err_msg: expect.any(String) });
});

it('refuses an address that calls too often, in the call’s own format', async () => {
  // With a stopped clock no allowance is refilled while a busy machine sends all calls.
  const strict = await startServer({ historyDays: 8, clock: manualClock() });
  try {
    const ask = (path: string) => get(path, strict);
    const calls = await Promise.all(Array.from({ length: 400 }, () => ask('/v1/common/timestamp')));
    const refused = calls.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      status: 'error',
      'err-code': 'rate-too-many-requests',
      data: null,
    });
    expect((await ask('/v2/market-status')).body).toMatchObject({ code: 429, data: null });
    const { headers } = await fetch(`${strict.url()}/v1/common/timestamp`);
    const shown = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
    expect(shown.map((name) => headers.get(name))).toEqual(['1', '50', '0', '1']);
    expect(headers.get('x-hb-ratelimit-requests-remain')).toBe('0');
  } finally {
    await strict.stop();
  }
});

const WEDNESDAY = Date.parse('2026-11-18T12:00:00Z');
const SATURDAY = Date.parse('2026-11-21T12:00:00Z');

it('reports a market as suspended and without quotes outside of its trading hours, in every list', async () => {
  const clock = manualClock(WEDNESDAY);
  const shop = await startServer({ historyDays: 8, clock });
  try {
    const find = async (path: string, key: string) => {
      const list = (await get(path, shop)).body['data'] as Record<string, unknown>[];
      return list.find((each) => each[key] === 'eurusd')!;
    };
    const message = async () => ({
      ...(await find('/v1/common/symbols', 'symbol')),
      te: (await find('/v1/settings/common/symbols', 'symbol'))['te'],
      at: (await find('/v1/settings/common/market-symbols', 'symbol'))['at'],
    });
    const open = { state: 'online', 'api-trading': 'enabled', te: true, at: 'enabled' };
    const closed = { state: 'suspend', 'api-trading': 'disabled', te: false, at: 'disabled' };
    expect(await message()).toMatchObject(open);
    clock.set(SATURDAY);
    expect(await message()).toMatchObject(closed);
    // Nobody quotes it: neither the last price nor anything else stands for an offer.
    await expect
      .poll(async () => (await get('/market/depth?symbol=eurusd&type=step0', shop)).body['tick'])
      .toMatchObject({ bids: [], asks: [] });
    const unquoted = { bid: 0, bidSize: 0, ask: 0, askSize: 0 };
    expect(await find('/market/tickers', 'symbol')).toMatchObject(unquoted);
    const merged = (await get('/market/detail/merged?symbol=eurusd', shop)).body['tick'];
    expect(merged).toMatchObject({ bid: [0, 0], ask: [0, 0] });
  } finally {
    await shop.stop();
  }
});
