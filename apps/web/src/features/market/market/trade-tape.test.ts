import type { TradeMessage } from '@tern/protocol/client';
import { expect, test } from 'vitest';
import { TAPE_LENGTH, withTrades } from './trade-tape.ts';

const trade = (id: number, price = 10): TradeMessage['data'][number] => ({
  id,
  tradeId: id,
  ts: id * 1000,
  amount: 1e-7,
  price,
  direction: id % 2 === 0 ? 'buy' : 'sell',
});
const message = (...data: TradeMessage['data']): TradeMessage => ({ id: 1, ts: 1, data });

test('puts the newest trade first and shows a repeated one once', () => {
  const lines = withTrades(
    withTrades([], message(trade(2), trade(1))),
    message(trade(3), trade(2)),
  );
  expect(lines.map(({ id }) => id)).toEqual([3, 2, 1]);
});

test("keeps a trade's exact digits and its taker's side", () => {
  expect(withTrades([], message(trade(2, 64218.5)))[0]).toEqual({
    id: 2,
    at: 2000,
    price: '64218.5',
    quantity: '0.0000001',
    direction: 1,
  });
});

test('never grows beyond its length', () => {
  const many = Array.from({ length: 60 }, (_, index) => trade(index));
  const lines = withTrades([], message(...many));
  expect([lines.length, lines[0]?.id]).toEqual([TAPE_LENGTH, 59]);
});
