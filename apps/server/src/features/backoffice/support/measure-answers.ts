/** Whether support is here, its hours, and how long an answer has taken; measured at most once a minute. */
import { isoTime } from '../../../platform/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { SupportDeps } from './deps.ts';
import { openStateAt } from './hours.ts';
import { supportSettings } from './settings.ts';
import { answerTime } from './store-conversations.ts';

/** Fewer conversations measure nothing. */
const MEASURED_MIN = 5;
const WITHIN_MS = 30 * DAY_MS;

export function createSupportHours(deps: SupportDeps) {
  let measured: { at: number; minutes: Promise<number | null> } | undefined;

  async function measure(now: number): Promise<number | null> {
    const found = await deps.database.one(answerTime, [now - WITHIN_MS]);
    if (found.measured < MEASURED_MIN) return null;
    return Math.max(1, Math.ceil(found.medianMs / MINUTE_MS));
  }

  return async function showHours() {
    const now = deps.clock.now();
    if (measured === undefined || now - measured.at >= MINUTE_MS) {
      const minutes = measure(now);
      measured = { at: now, minutes };
      // A failed measurement is tried again by the next call.
      minutes.catch(() => {
        measured = undefined;
      });
    }
    const { isOpen, opensAt, closesAt } = openStateAt(
      deps.settings.read(supportSettings.hours),
      now,
    );
    return {
      isOpen,
      isHere: isOpen && deps.operatorsHere().size > 0,
      opensAt: opensAt === null ? null : isoTime(opensAt),
      closesAt: closesAt === null ? null : isoTime(closesAt),
      answerMinutes: await measured.minutes,
    };
  };
}
