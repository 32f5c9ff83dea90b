import { type Amount, decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { roomInTurn } from './room.ts';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;
const amount = (text: string) => decimal<Amount>(text);
const leaving = (text: string, asset = 'USDT', worth: string | null = text) => ({
  asset,
  leaves: amount(text),
  worth: worth === null ? null : amount(worth),
});
const left = (text: string, hoursAgo: number, asset = 'USDT') => ({
  asset,
  amount: amount(text),
  worth: amount(text),
  at: NOW - hoursAgo * HOUR,
});
const inHours = (rooms: (number | undefined)[]) =>
  rooms.map((room) => (room === undefined ? undefined : (room - NOW) / HOUR));
const caps = (given: Record<string, string>) =>
  new Map(Object.entries(given).map(([asset, cap]) => [asset, amount(cap)] as const));

it('each has room after those of its coin before it; one that never has holds up nobody', () => {
  const window = {
    caps: caps({ USDT: '100' }),
    outflows: [left('60', 20), left('30', 2)],
    now: NOW,
  };
  const waiting = [leaving('50'), leaving('101'), leaving('10'), leaving('20'), leaving('60')];
  expect(inHours(roomInTurn(waiting, window))).toEqual([4, undefined, 4, 22, 28]);
});

it('a coin without a cap waits only for the cap of all, in which it needs a price', () => {
  const window = { caps: caps({ '': '100' }), outflows: [left('80', 1, 'ETH')], now: NOW };
  const waiting = [leaving('3', 'BTC', '15'), leaving('1', 'XRP', null), leaving('6')];
  expect(inHours(roomInTurn(waiting, window))).toEqual([0, undefined, 23]);
});
