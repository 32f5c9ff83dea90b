/** Leaves out of the outbox's rows what a later change of the same balance has overtaken. */
interface Told {
  readonly memberId: number;
  readonly topic: string;
  readonly data: unknown;
}

interface Row<E extends Told> {
  readonly seq: number;
  readonly events: E[] | null;
}

interface Balance {
  readonly coinname: string;
}

/**
 * Rows come in the order in which their transactions began, but of two that change one balance side by side, the one
 * that began first may have had to wait for the other: told as they come, the older balance would stand last. A row's
 * number is drawn while the balance is locked, so the highest one tells how it stands. Both rows become readable at the
 * same moment, hence in one read (unless hundreds of rows do). Pure.
 */
export function coalesceBalances<E extends Told, R extends Row<E>>(
  rows: readonly (R & Row<E>)[],
): R[] {
  const newest = new Map<string, number>();
  for (const { seq, events } of rows) {
    for (const event of events ?? []) {
      for (const key of keysOf(event)) newest.set(key, Math.max(newest.get(key) ?? seq, seq));
    }
  }
  return rows.map((row) => {
    const isOvertaken = (key: string) => (newest.get(key) ?? row.seq) > row.seq;
    if (!row.events?.some((event) => keysOf(event).some(isOvertaken))) return row;
    const events = row.events.flatMap((event): E[] => {
      if (event.topic !== 'assets.balance') return [event];
      const data = (event.data as Balance[]).filter(
        ({ coinname }) => !isOvertaken(keyOf(event, coinname)),
      );
      return data.length === 0 ? [] : [{ ...event, data }];
    });
    return { ...row, events };
  });
}

const keyOf = ({ memberId }: Told, coinname: string) => `${memberId} ${coinname}`;

function keysOf(event: Told): string[] {
  if (event.topic !== 'assets.balance') return [];
  return (event.data as Balance[]).map(({ coinname }) => keyOf(event, coinname));
}
