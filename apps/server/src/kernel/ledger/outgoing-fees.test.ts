import { recordTypes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal, type Rate } from '@tern/money';
import { expect, it } from 'vitest';
import type { Reader } from '../../platform/database/database.ts';
import { readFeesWithin } from './outgoing-fees.ts';

const record = (
  reference: string,
  amount: string,
  kind: number = recordTypes.withdrawalSuccess,
) => ({
  kind,
  reference,
  amount: decimal<Amount>(amount),
});

it('gives the fee of a withdrawal in its coin, of a payout at its rate, and of all else none', async () => {
  const records = [
    record('withdrawal:1', '-100'),
    record('withdrawal:2', '-1'),
    record('payout:1', '-50'),
    record('agent:3', '-7'),
    record('withdrawal:1', '-100', recordTypes.withdrawal),
  ];
  const feeOf = await readFeesWithin({} as Reader, records, async (_reader, ids) => {
    expect(ids).toEqual({ withdrawals: [1, 2], payouts: [1] });
    return {
      withdrawals: [
        { id: 1, fee: decimal('2.5') },
        // Never more than what left.
        { id: 2, fee: decimal('3') },
      ],
      payouts: [{ id: 1, fee: decimal('1'), rate: decimal<Rate>('3') }],
    };
  });
  expect(records.map((each) => formatDecimal(feeOf(each)))).toEqual([
    '2.5',
    '1',
    '0.333333333333333333',
    '0',
    '0',
  ]);
});
