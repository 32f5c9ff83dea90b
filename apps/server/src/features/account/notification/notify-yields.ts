/** One notice a day about all yields of the day before, whichever products paid them. */
import { takeYields } from '../../../kernel/messaging/daily-yields.ts';
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';
import { notifyMany } from '../../../kernel/messaging/notifications.ts';
import { fundsOf } from '../../../kernel/messaging/summed-funds.ts';
import { type DueDeps, processDue } from '../../../kernel/schedule/process-due.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

export const yieldNotices = defineNotices({
  /** `day` is a UTC date; `some` are the first coins of `funds`, for the title. */
  'yield.paid': {
    category: 'yield',
    values: { day: 'date', funds: 'amounts', some: 'amounts' },
    page: '/pages/stake/earningsList',
  },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    yields: typeof yieldNotices;
  }
}

const BATCH = 500;
/** Payouts of midnight, which belong to the day before, take a moment. */
const WAIT_MS = 5 * MINUTE_MS;

export async function notifyYields(deps: DueDeps): Promise<void> {
  await processDue(deps, BATCH, async (tx, { at, size }) => {
    const paid = await takeYields(tx, { at: at - WAIT_MS, limit: size });
    const groups = paid.map(({ day, memberId, sums }) => ({
      kind: 'yield.paid' as const,
      values: { day, ...fundsOf(sums) },
      memberIds: [memberId],
      aboutIds: [0],
    }));
    await notifyMany(tx, { about: 'earnings', groups }, at);
    return paid.length;
  });
}
