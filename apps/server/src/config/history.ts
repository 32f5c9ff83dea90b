/** Reads how long files of past prices are kept, and in how much room, from the environment. */
import { describeSettings, type Given, type NameOf } from './setting.ts';
import type { Keeping } from '../features/gateway/history-files/index.ts';

export const historySettings = describeSettings({
  HISTORY_FILES_MONTHS: {
    description:
      'For how many months before the running one there are files of past prices; older ones are dropped, and not made.',
    format: 'a whole number from 1 to 1200',
    default: 'every month since the first price',
    rationale:
      'Years of files that nobody loads; what a dropped file was stays provable with a copy of it.',
    isShared: true,
  },
  HISTORY_FILES_GB: {
    description:
      'The room for files of past prices in the database. When they need more, the oldest months go, trades before candles.',
    format: 'whole gigabytes from 5 to 100000',
    default: '10: eight months of the built-in markets, and their candles for years',
    rationale: 'A disk that is full of files of past prices: the database would stop.',
    isShared: true,
  },
});

type Name = NameOf<typeof historySettings>;

const GB = 1_000_000_000;
/** Half of the smallest disk that the handbook asks for. */
const DEFAULT_GB = 10;
const MONTHS_MAX = 1_200;
/** Two months of the built-in markets, which are never dropped, and some room. */
const GB_MIN = 5;
const GB_MAX = 100_000;

/** Faults are added to `faults`. */
export function readHistory(given: Given<Name>, faults: string[]): Keeping {
  const whole = (name: Name, [min, max]: readonly [number, number]): number | undefined => {
    const text = given(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (value < min || value > max)
      faults.push(`${name} must be a whole number from ${min} to ${max}`);
    return value;
  };
  return {
    months: whole('HISTORY_FILES_MONTHS', [1, MONTHS_MAX]),
    bytes: (whole('HISTORY_FILES_GB', [GB_MIN, GB_MAX]) ?? DEFAULT_GB) * GB,
  };
}
