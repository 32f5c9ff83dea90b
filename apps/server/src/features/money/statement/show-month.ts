/** The list of months and one month, as the member sees them. */
import type { CostMethod } from '@tern/protocol';
import { countRecordsAbove } from '../../../kernel/ledger/period-records.ts';
import { type MonthDeps, openMonths } from './close-months.ts';
import type { Figures } from './compute-month.ts';
import { endOf, type Month, startOf } from './months.ts';
import { listMonths, readMonth } from './store.ts';

export interface ShownMonth {
  readonly figures: Figures;
  readonly isFinal: boolean;
  readonly addsUp: boolean;
  /** Epoch milliseconds. */
  readonly sealedAt: number | null;
}

/** Newest first. Months are closed before, by `closeMonths`. */
export function showMonths(deps: MonthDeps, memberId: number): Promise<ShownMonth[]> {
  return deps.database.snapshot(async (reader) => {
    const open = await openMonths(reader, deps, memberId);
    const closed = await listMonths(reader, memberId);
    return [
      ...open.reverse().map((each) => ({ ...each, isFinal: false, sealedAt: null })),
      ...closed.map(({ figures, sealedAt }) => ({
        figures,
        isFinal: true,
        addsUp: true,
        sealedAt,
      })),
    ];
  });
}

/**
 * One month, with the number of its records that were written after it was closed.
 * Undefined for a month before the member's first record or after this one.
 */
export function showMonth(
  deps: MonthDeps,
  { memberId, month }: { readonly memberId: number; readonly month: Month },
): Promise<(ShownMonth & { readonly late: number }) | undefined> {
  return deps.database.snapshot(async (reader) => {
    const closed = await readMonth(reader, memberId, month);
    if (closed === undefined) {
      const open = (await openMonths(reader, deps, memberId)).find(
        ({ figures }) => figures.month === month,
      );
      return open && { ...open, isFinal: false, sealedAt: null, late: 0 };
    }
    const { figures, sealedAt, throughPosting: above } = closed;
    const span = { memberId, above, start: startOf(month), end: endOf(month) };
    const late = await countRecordsAbove(reader, span);
    return { figures, isFinal: true, addsUp: true, sealedAt, late };
  });
}

/** The fields of the list's rows. */
export function rowOut({ figures, isFinal, addsUp }: ShownMonth, method: CostMethod) {
  const { month, records, closingWorth, flows, methods } = figures;
  return {
    month,
    records,
    worth: closingWorth,
    realised: methods[method].profit,
    fees: flows.fees,
    yield: flows.yield,
    isFinal,
    addsUp,
  };
}
