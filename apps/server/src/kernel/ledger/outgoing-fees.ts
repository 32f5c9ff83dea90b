/** The fee within what a withdrawal or payout took out: it went to the exchange, so it is a cost, and the rest is taken out. */
import { recordTypes } from '@tern/ledger';
import { type Amount, divideInteger, negate, ONE, type Rate, ZERO } from '@tern/money';
import type { Reader } from '../../platform/database/database.ts';

/** What withdrawals and payouts cost: in the coin; in the currency, of which one of the coin gives `rate`. */
export type OutgoingFees = (
  reader: Reader,
  ids: { readonly withdrawals: readonly number[]; readonly payouts: readonly number[] },
) => Promise<{
  readonly withdrawals: readonly { readonly id: number; readonly fee: Amount }[];
  readonly payouts: readonly { readonly id: number; readonly fee: Amount; readonly rate: Rate }[];
}>;

interface Outgoing {
  readonly kind: number;
  /** `withdrawal:12`, `payout:7` */
  readonly reference: string;
  /** What left, below zero. */
  readonly amount: Amount;
}

/**
 * The fee of each of the records, in its asset; zero for all but withdrawals and payouts.
 * Rounding: a payout's fee down to the asset's value of it, in 18 places; never more than the record.
 */
export async function readFeesWithin(
  reader: Reader,
  records: readonly Outgoing[],
  outgoingFees: OutgoingFees,
): Promise<(record: Outgoing) => Amount> {
  const paid = records.filter(({ kind }) => kind === recordTypes.withdrawalSuccess);
  const idsOf = (word: string) =>
    paid.filter(({ reference }) => reference.startsWith(`${word}:`)).map(idOf);
  const ids = { withdrawals: idsOf('withdrawal'), payouts: idsOf('payout') };
  if (ids.withdrawals.length + ids.payouts.length === 0) return () => ZERO;
  const { withdrawals, payouts } = await outgoingFees(reader, ids);
  const fees = new Map<string, Amount>([
    ...withdrawals.map(({ id, fee }) => [`withdrawal:${id}`, fee] as const),
    ...payouts.map(
      ({ id, fee, rate }) =>
        [`payout:${id}`, divideInteger(fee * ONE, rate, 'truncate') as Amount] as const,
    ),
  ]);
  return ({ kind, reference, amount }) => {
    if (kind !== recordTypes.withdrawalSuccess) return ZERO;
    const fee = fees.get(reference) ?? ZERO;
    const given = negate(amount);
    return fee > given ? given : fee;
  };
}

const idOf = ({ reference }: Outgoing) => Number(reference.split(':')[1]);
