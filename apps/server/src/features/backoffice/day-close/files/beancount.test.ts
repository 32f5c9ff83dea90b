import { type Amount, decimal } from '@tern/money';
import { expect, it } from 'vitest';
import {
  balancesText,
  beancountAccount,
  commodityOf,
  movementsText,
  openingText,
} from './beancount.ts';

const amount = (text: string) => decimal<Amount>(text);
const usdt = (account: string, text: string) => ({ asset: 'USDT', account, amount: amount(text) });

it.each([
  ['members.available', 'Liabilities:Members:Available'],
  ['network.TRC20', 'Assets:Network:TRC20'],
  ['custody', 'Assets:Custody'],
  ['loanInterest', 'Income:LoanInterest'],
  ['liquidity', 'Equity:Liquidity'],
  // A network that is gone.
  ['-1007', 'Assets:Network:N1007'],
])('the account %s is %s', (name, account) => {
  expect(beancountAccount(name)).toBe(account);
});

it('a coin whose code is no name of a commodity gets one', () => {
  expect(['BTC', '1INCH', 'usdc.e'].map(commodityOf)).toEqual(['BTC', 'X-1INCH-X', 'X-USDC-E-X']);
});

it('a day is a transaction by coin, whose credits are negative, and balances at the start of the next', () => {
  const changes = [
    { ...usdt('members.available', '100.50'), kind: 'depositSuccess' },
    { ...usdt('network.TRC20', '-100.50'), kind: 'depositSuccess' },
    { ...usdt('fees', '0'), kind: 'exchangeFee' },
  ];
  expect(movementsText('2026-11-21', changes)).toEqual([
    [
      '2026-11-21 * "Movements, USDT"',
      '  Liabilities:Members:Available  -100.5 USDT',
      '    kind: "depositSuccess"',
      '  Assets:Network:TRC20  100.5 USDT',
      '    kind: "depositSuccess"',
      '',
    ].join('\n'),
  ]);
  expect(balancesText('2026-11-22', [usdt('members.available', '100.5')])).toEqual([
    '2026-11-22 balance Liabilities:Members:Available  -100.5 USDT',
  ]);
});

it('what was there before the first day is a transaction by coin', () => {
  const had = [usdt('members.available', '7'), usdt('network.TRC20', '-7'), usdt('fees', '0')];
  expect(openingText('2026-11-01', had)).toEqual([
    [
      '2026-11-01 * "Opening balances, USDT"',
      '  Liabilities:Members:Available  -7 USDT',
      '  Assets:Network:TRC20  7 USDT',
      '',
    ].join('\n'),
  ]);
});
