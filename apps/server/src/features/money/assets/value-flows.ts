/**
 * What members put in and took out, each at its value in USDT when it happened.
 * Rounding: each flow once, down to the scale of USDT; an asset without a price at the time counts as zero.
 */
import { add, type Amount, negate, subtract, ZERO } from '@tern/money';
import type { ExternalRecord } from '../../../kernel/ledger/external-records.ts';
import { flowOf, nameOfKind } from '../../../kernel/ledger/money-flows.ts';
import { type OutgoingFees, readFeesWithin } from '../../../kernel/ledger/outgoing-fees.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type PastWorthDeps, pastWorths } from './past-worth.ts';
import { dayOf } from '../../../platform/clock.ts';

/** In USDT. Neither is below zero unless more of it was reversed. */
export interface Flows {
  readonly putIn: Amount;
  readonly takenOut: Amount;
}

export const NO_FLOWS: Flows = { putIn: ZERO, takenOut: ZERO };

export const addFlows = (one: Flows, other: Flows): Flows => ({
  putIn: add(one.putIn, other.putIn),
  takenOut: add(one.takenOut, other.takenOut),
});
export const subtractFlows = (one: Flows, other: Flows): Flows => ({
  putIn: subtract(one.putIn, other.putIn),
  takenOut: subtract(one.takenOut, other.takenOut),
});
/** Put in less taken out. */
export const netOf = ({ putIn, takenOut }: Flows): Amount => subtract(putIn, takenOut);

export type FlowDeps = PastWorthDeps & { readonly outgoingFees: OutgoingFees };

export interface ValuedFlow extends Flows {
  readonly memberId: number;
  readonly postingId: number;
  /** UTC, `2026-11-29`. */
  readonly day: string;
  /** No flow of an earlier posting can still appear. */
  readonly isSettled: boolean;
}

/** In the order of the records. What a withdrawal or payout cost is not taken out: it is a loss, as other fees are. */
export async function valueFlows(
  reader: Reader,
  deps: FlowDeps,
  records: readonly ExternalRecord[],
): Promise<ValuedFlow[]> {
  const feeOf = await readFeesWithin(reader, records, deps.outgoingFees);
  const moved = records.map((record) => ({
    ...record,
    amount: add(record.amount, feeOf(record)),
  }));
  const worths = await pastWorths(reader, deps, moved);
  return records.map((record, index) => {
    const worth = worths[index] ?? ZERO;
    const isOut = flowOf(nameOfKind(record.kind)) === 'takenOut';
    return {
      memberId: record.ownerId,
      postingId: record.id,
      day: dayOf(record.effectiveAt),
      isSettled: record.isSettled === 1,
      putIn: isOut ? ZERO : worth,
      takenOut: isOut ? negate(worth) : ZERO,
    };
  });
}

export const flowsByDay = (flows: readonly ValuedFlow[]): Map<string, Flows> => {
  const days = new Map<string, Flows>();
  for (const flow of flows) days.set(flow.day, addFlows(days.get(flow.day) ?? NO_FLOWS, flow));
  return days;
};

export const sumFlows = (flows: Iterable<Flows>): Flows => [...flows].reduce(addFlows, NO_FLOWS);
