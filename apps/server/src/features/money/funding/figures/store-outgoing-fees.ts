/** The fees of withdrawals and payouts, for statements. */
import { amount, arrayOf, int8, rate } from '../../../../platform/database/columns.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { defineQuery } from '../../../../platform/database/query.ts';

const feesOfWithdrawals = defineQuery({
  name: 'withdrawal.feesOf',
  text: 'select id, fee from withdrawals where id = any($1)',
  params: [arrayOf(int8)],
  row: { id: int8, fee: amount },
});

const feesOfPayouts = defineQuery({
  name: 'payout.feesOf',
  text: 'select id, fee, rate from payouts where id = any($1)',
  params: [arrayOf(int8)],
  row: { id: int8, fee: amount, rate },
});

/**
 * What each of these ended requests cost. A withdrawal's fee is in its coin; a payout's is in its currency, at `rate` of the currency
 * for one of its coin.
 */
export async function listOutgoingFees(
  reader: Reader,
  { withdrawals, payouts }: { withdrawals: readonly number[]; payouts: readonly number[] },
) {
  return {
    withdrawals:
      withdrawals.length === 0 ? [] : await reader.many(feesOfWithdrawals, [withdrawals]),
    payouts: payouts.length === 0 ? [] : await reader.many(feesOfPayouts, [payouts]),
  };
}
