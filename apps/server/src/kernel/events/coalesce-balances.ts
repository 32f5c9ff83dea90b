/** Removes outdated balances from outbox rows, so that a device's last one is the current one. */
interface Event {
  readonly memberId: number;
  readonly topic: string;
  readonly data: unknown;
}

interface Row<E extends Event> {
  readonly seq: number;
  readonly events: E[] | null;
}

interface Balance {
  readonly coinname: string;
}

/**
 * Rows are read in the order in which their transactions began. Of two that change the same balance, the one that began
 * first may commit last, and its balance would arrive first although it is newer. A row's `seq` is drawn while the balance
 * is locked, so the highest one is current. Both rows become readable at the same time and so appear in one read, unless
 * hundreds of rows do. Pure.
 */
export function coalesceBalances<E extends Event, R extends Row<E>>(
  rows: readonly (R & Row<E>)[],
): R[] {
  const newest = new Map<string, number>();
  for (const { seq, events } of rows) {
    for (const event of events ?? []) {
      for (const key of keysOf(event)) newest.set(key, Math.max(newest.get(key) ?? seq, seq));
    }
  }
  return rows.map((row) => {
    const isOutdated = (key: string) => (newest.get(key) ?? row.seq) > row.seq;
    if (!row.events?.some((event) => keysOf(event).some(isOutdated))) return row;
    const events = row.events.flatMap((event): E[] => {
      if (event.topic !== 'assets.balance') return [event];
      const data = (event.data as Balance[]).filter(
        ({ coinname }) => !isOutdated(keyOf(event, coinname)),
      );
      return data.length === 0 ? [] : [{ ...event, data }];
    });
    return { ...row, events };
  });
}

const keyOf = ({ memberId }: Event, coinname: string) => `${memberId} ${coinname}`;

function keysOf(event: Event): string[] {
  if (event.topic !== 'assets.balance') return [];
  return (event.data as Balance[]).map(({ coinname }) => keyOf(event, coinname));
}
