/** The share of CPU time stolen by the machine's host, which makes results unreliable. Linux only. */
import { existsSync, readFileSync } from 'node:fs';

const STATISTICS = '/proc/stat';
const STEAL = 7;
/** Time of guests is counted in the first two as well. */
const FIELDS = 8;

function ticks(): { stolen: number; all: number } | undefined {
  if (!existsSync(STATISTICS)) return undefined;
  const [first = ''] = readFileSync(STATISTICS, 'utf8').split('\n');
  const fields = first
    .trim()
    .split(/\s+/)
    .slice(1, FIELDS + 1)
    .map(Number);
  return { stolen: fields[STEAL] ?? 0, all: fields.reduce((sum, value) => sum + value, 0) };
}

/** Returns the percentage of CPU time stolen since; undefined if the system does not report it. */
export function watchStolenTime(): () => number | undefined {
  const before = ticks();
  return () => {
    const after = ticks();
    if (before === undefined || after === undefined || after.all === before.all) return undefined;
    return (100 * (after.stolen - before.stolen)) / (after.all - before.all);
  };
}
