/** What a member had at the midnights of past days, from what they have now and what has changed since. Pure. */
import { type Amount, subtract, ZERO } from '@tern/money';
import { type Flows, NO_FLOWS, subtractFlows } from './value-flows.ts';

/** At 00:00 UTC of the day. Flows are all up to then. */
export interface WorthDay extends Flows {
  readonly day: string;
  /** In USDT; null when a price was missing at that moment. */
  readonly worth: Amount | null;
}

/** Holdings, changes and flows are of one moment. Changes and flows are all of the first asked day and later. */
export interface PresentState {
  readonly holdings: ReadonlyMap<string, Amount>;
  readonly changes: readonly {
    readonly day: string;
    readonly asset: string;
    readonly amount: Amount;
  }[];
  /** All that was ever put in and taken out, and of each day. */
  readonly flows: Flows;
  readonly flowsOfDays: ReadonlyMap<string, Flows>;
}

/** `days`: oldest first. `worthAt` values what was held at the midnight of a day. */
export function worthDays(
  { holdings, changes, flows, flowsOfDays }: PresentState,
  days: readonly string[],
  worthAt: (day: string, holdings: ReadonlyMap<string, Amount>) => Amount | null,
): WorthDay[] {
  const later = changes.toSorted((one, other) => (one.day < other.day ? 1 : -1));
  const laterFlows = [...flowsOfDays.keys()].sort().toReversed();
  const held = new Map(holdings);
  const result: WorthDay[] = [];
  let paidIn = flows;
  let [change, flow] = [0, 0];
  for (const day of days.toReversed()) {
    for (; change < later.length && later[change]!.day >= day; change += 1) {
      const { asset, amount } = later[change]!;
      held.set(asset, subtract(held.get(asset) ?? ZERO, amount));
    }
    for (; flow < laterFlows.length && laterFlows[flow]! >= day; flow += 1) {
      paidIn = subtractFlows(paidIn, flowsOfDays.get(laterFlows[flow]!) ?? NO_FLOWS);
    }
    result.push({ day, worth: worthAt(day, held), ...paidIn });
  }
  return result.reverse();
}

/** The figures before the first row. */
const NOTHING = { worth: ZERO, ...NO_FLOWS } as const;
type Figures = Omit<WorthDay, 'day'>;

/** A day without a row has the figures of the day before. */
export function withoutRepeats(days: readonly WorthDay[], before: Figures = NOTHING): WorthDay[] {
  let last: Figures = before;
  return days.filter((day) => {
    const isNew =
      day.worth !== last.worth || day.putIn !== last.putIn || day.takenOut !== last.takenOut;
    last = day;
    return isNew;
  });
}

/** The opposite: a row for each of `days`, oldest first. `rows` are those up to the last of them, oldest first. */
export function withRepeats(rows: readonly WorthDay[], days: readonly string[]): WorthDay[] {
  let next = 0;
  let last: Figures = NOTHING;
  return days.map((day) => {
    for (; next < rows.length && rows[next]!.day <= day; next += 1) last = rows[next]!;
    const { worth, putIn, takenOut } = last;
    return { day, worth, putIn, takenOut };
  });
}
