/** What grows faster than its own input: figures of two sizes side by side. */
import { compact } from '../report.ts';

/** One figure of one size. */
export interface Measured {
  /** What it should grow with; `nothing`: it costs the same however much there is. */
  readonly input: 'nothing' | 'the data';
  readonly figure: number;
}

export type Measures = Readonly<Record<string, Measured>>;

/** Trees become a level deeper, caches colder: this much is not growth. */
const TOLERATED = 1.5;

/**
 * Lines by name: the figure of each size, and of each step from one size to the next the slope: ratio of the figures ÷ ratio of
 * the inputs. Marks slopes above 1.5. Both lists have the same length.
 */
export function slopes(
  sizes: readonly number[],
  measured: readonly Measures[],
): Record<string, string> {
  const names = new Set(measured.flatMap((each) => Object.keys(each)));
  const lines = [...names].map((name) => {
    const figures = measured.map((each) => each[name]);
    const steps = figures.slice(1).map((larger, at) => {
      const smaller = figures[at];
      if (smaller === undefined || larger === undefined || smaller.figure <= 0) return '-';
      const inputs = larger.input === 'nothing' ? 1 : sizes[at + 1]! / sizes[at]!;
      const slope = larger.figure / smaller.figure / inputs;
      return `${slope.toFixed(2)}${slope > TOLERATED ? ' GROWS' : ''}`;
    });
    const values = figures.map((each) => (each === undefined ? '-' : compact(each.figure)));
    const input = figures.find((each) => each !== undefined)?.input;
    return [name, `${values.join(' → ')}, slope against ${input}: ${steps.join(', ')}`] as const;
  });
  return Object.fromEntries(lines);
}
