import { exchangeAccounts, moveBetween, type Posting, recordTypes } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { type Fact, type Line, linesOf, linesOfRound } from './journal-lines.ts';

const amount = (text: string) => decimal<Amount>(text);
const post = (owner: number, asset: string, text: string): Posting => {
  return { owner, asset, purpose: 'available', amount: amount(text) };
};
const hold = (owner: number, text: string) =>
  moveBetween({ owner, asset: 'USDT', from: 'available', to: 'held', amount: amount(text) });

/** Member 1 buys one BTC from member 2 for 100 USDT; each pays a fee in the asset they receive. */
const trade: Fact = {
  kind: recordTypes.spotBuy,
  subjectId: 70,
  postings: [
    post(1, 'USDT', '-100'),
    post(1, 'BTC', '0.99'),
    post(2, 'BTC', '-1'),
    post(2, 'USDT', '99'),
    post(exchangeAccounts.fees, 'BTC', '0.01'),
    post(exchangeAccounts.fees, 'USDT', '1'),
  ],
  recordTypeOf: new Map([
    [1, recordTypes.spotBuy],
    [2, recordTypes.spotSell],
  ]),
};
const { spotBuy, spotSell, orderHold, spotRound } = recordTypes;
const round = (...facts: Fact[]) => linesOfRound({ kind: spotRound, facts });
const summary = ({ owner, asset, kind, subjectId, available }: Line) =>
  [owner, asset, kind, subjectId, Number(available) / 1e18] as const;

describe('the lines of a round', () => {
  it('name the trade they belong to and its kind for each member, in the order of the facts', () => {
    const placed = { kind: orderHold, subjectId: 12, postings: hold(1, '5') };
    expect(round(placed, trade).map(summary)).toEqual([
      [1, 'USDT', orderHold, 12, -5],
      [1, 'USDT', spotBuy, 70, -100],
      [1, 'BTC', spotBuy, 70, 0.99],
      [2, 'BTC', spotSell, 70, -1],
      [2, 'USDT', spotSell, 70, 99],
      [exchangeAccounts.fees, 'BTC', spotRound, 0, 0.01],
      [exchangeAccounts.fees, 'USDT', spotRound, 0, 1],
    ]);
  });

  it('are sums for exchange accounts, and omitted where a sum is zero', () => {
    const bought = [post(1, 'BTC', '1'), post(exchangeAccounts.liquidity, 'BTC', '-1')];
    const sold = [post(2, 'BTC', '-1'), post(exchangeAccounts.liquidity, 'BTC', '1')];
    const lines = round(
      { kind: spotBuy, subjectId: 1, postings: bought },
      { ...trade, subjectId: 2 },
      { kind: spotSell, subjectId: 3, postings: sold },
      { ...trade, subjectId: 4 },
    );
    expect(lines.filter(({ owner }) => owner < 0).map(summary)).toEqual([
      [exchangeAccounts.fees, 'BTC', spotRound, 0, 0.02],
      [exchangeAccounts.fees, 'USDT', spotRound, 0, 2],
    ]);
    expect(lines.filter(({ owner }) => owner > 0)).toHaveLength(10);
  });

  it('are refused when the facts balance only together, not each alone', () => {
    const short = { kind: spotBuy, subjectId: 8, postings: [post(1, 'BTC', '1')] };
    const long = { kind: spotSell, subjectId: 9, postings: [post(2, 'BTC', '-1')] };
    expect(() => round(short, long)).toThrow('9 of 8 does not balance');
  });
});

it('the lines of an entry sum its postings per owner and asset, and name the entry', () => {
  const entry = { kind: orderHold, reference: 'order:1', postings: hold(1, '5') };
  const nothing = { kind: orderHold, reference: 'order:2', postings: hold(1, '0') };
  const lines = linesOf([nothing, entry]);
  expect(lines.map(({ position, held, available }) => [position, held, available])).toEqual([
    [2, amount('5'), amount('-5')],
  ]);
});
