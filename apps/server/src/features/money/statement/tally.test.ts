/** What single movements do to the sums of a month. */
import { recordTypes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal, ZERO } from '@tern/money';
import { expect, it } from 'vitest';
import { addMovement, createTally, emptyHoldings, type Leg } from './tally.ts';

const of = (text: string) => decimal<Amount>(text);

function flowsOf(kind: number, leg: Partial<Leg> & Pick<Leg, 'asset' | 'amount'>) {
  const tally = createTally(emptyHoldings());
  const legs = [{ fee: ZERO, feeWithin: ZERO, ...leg }];
  addMovement(tally, {
    kind,
    at: 0,
    legs,
    worth: (_asset, amount) => (amount * 60_000n) as Amount,
  });
  const moved = Object.entries(tally.flows).filter(([, amount]) => amount !== ZERO);
  return Object.fromEntries(moved.map(([flow, amount]) => [flow, formatDecimal(amount)]));
}

it('counts the fee of a withdrawal as a fee, and the rest as taken out', () => {
  const paid = { asset: 'USDT', amount: of('-500.5'), feeWithin: of('0.5') };
  const flows = flowsOf(recordTypes.withdrawalSuccess, paid);
  expect(flows).toEqual({ takenOut: '-500', fees: '-0.5' });
});

it('values the fee of a withdrawal of a coin like the coin', () => {
  const paid = { asset: 'BTC', amount: of('-0.1'), feeWithin: of('0.0001') };
  const flows = flowsOf(recordTypes.withdrawalSuccess, paid);
  expect(flows).toEqual({ takenOut: '-5994', fees: '-6' });
});

it('counts a penalty as no fee', () => {
  const lost = { asset: 'USDT', amount: of('-7') };
  expect(flowsOf(recordTypes.redemptionPenalty, lost)).toEqual({ penalties: '-7' });
});
