import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatDecimal } from '@tern/money';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchHtxTrades } from './htx-trades.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

const trade = (ts: number, price: string) =>
  `{"id":1,"ts":${ts},"data":[{"id":1,"ts":${ts},"trade-id":${ts},"amount":0.10,"price":${price},"direction":"sell"}]}`;

async function answering(rows: readonly string[], ch = 'market.btcusdt.trade.detail') {
  server = createServer((request, response) => {
    expect(request.url).toBe('/market/history/trade?symbol=btcusdt&size=2000');
    response.end(`{"status":"ok","ch":"${ch}","ts":9,"data":[${rows.join(',')}]}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const span = { symbol: 'xbt', theirs: 'btcusdt', from: 2_000, to: 4_000 };

describe('the trade record of an HTX-compatible exchange', () => {
  it('is returned oldest first, with exact prices, and only within the span', async () => {
    const rows = [
      trade(4_001, '9'),
      trade(4_000, '64000.10'),
      trade(2_001, '64001.5'),
      trade(2_000, '1'),
    ];
    const trades = await fetchHtxTrades(await answering(rows), span);
    expect(trades.map(({ at, price, symbol }) => [at, formatDecimal(price), symbol])).toEqual([
      [2_001, '64001.5', 'xbt'],
      [4_000, '64000.1', 'xbt'],
    ]);
    expect(trades[0]).toMatchObject({ takerSide: 'sell', tradeId: '2001' });
  });

  it('is rejected when it does not reach back to the beginning of the span', async () => {
    const base = await answering([trade(3_000, '2'), trade(2_001, '1')]);
    await expect(fetchHtxTrades(base, span)).rejects.toThrow(/does not reach back/);
  });

  it('is rejected when it is of another market', async () => {
    const base = await answering([trade(1_000, '2')], 'market.ethusdt.trade.detail');
    await expect(fetchHtxTrades(base, span)).rejects.toThrow(/of another market/);
  });
});
