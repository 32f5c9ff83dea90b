/** The newest closed day, as alerts know it. */
import type { Reader } from '../../../platform/database/database.ts';
import { startOfDay } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { oldestUnsigned } from './store-sign-off.ts';
import { newestCloses } from './store.ts';

/** Units: `endedAt` in epoch milliseconds. */
export interface NewestClose {
  /** When the day ended. */
  readonly endedAt: number;
  /** How many of its accounts and coins do not tie out, within the books or with what chains and banks state. */
  readonly differences: number;
  /** When the oldest day ended that waits for its two signatures; undefined when all are signed. */
  readonly unsignedSince: number | undefined;
}

/** Undefined before the first day is closed. */
export async function newestClose(reader: Reader): Promise<NewestClose | undefined> {
  const [newest] = await reader.many(newestCloses, [null, 1]);
  if (newest === undefined) return undefined;
  const { day } = await reader.one(oldestUnsigned, []);
  return {
    endedAt: endOf(newest.day),
    // A difference with a statement may be explained, such as by a payout that a block took later.
    differences: newest.differences + (newest.isLeft ? newest.unlike : 0),
    unsignedSince: day === null ? undefined : endOf(day),
  };
}

const endOf = (day: string): number => startOfDay(day) + DAY_MS;
