/** What the queue counts. Pure. */
import type { Counts } from './api.ts';

export interface QueueTotals {
  all: number;
  first: number;
  second: number;
  held: number;
  /** Of all stages. */
  late: number;
  /** ISO time of the oldest open review. */
  oldestAt: string | undefined;
}

/** Of one kind, or of all. */
export function totalsOf(counts: Counts, kind: string | undefined): QueueTotals {
  const selected = counts.filter((each) => kind === undefined || each.kind === kind);
  const sum = (part: 'first' | 'second' | 'held' | 'late') =>
    selected.reduce((total, each) => total + each[part], 0);
  const [first, second, held] = [sum('first'), sum('second'), sum('held')];
  const late = sum('late');
  const oldest = selected
    .flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt]))
    .toSorted();
  return { all: first + second + held, first, second, held, late, oldestAt: oldest[0] };
}
