/** One notice a week about all rewards of the week before, which ended on Sunday (UTC). */
import { ZERO } from '@tern/money';
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';
import { notifyMany } from '../../../kernel/messaging/notifications.ts';
import { fundsOf } from '../../../kernel/messaging/summed-funds.ts';
import { type DueDeps, processDue } from '../../../kernel/schedule/process-due.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import { takeWeeks } from './store.ts';

export const rewardNotices = defineNotices({
  /** Both days belong to the week; `some` are the first coins of `funds`, for the title. */
  'reward.paid': {
    category: 'rewards',
    values: { from: 'date', until: 'date', funds: 'amounts', some: 'amounts' },
    page: '/pages/user/invite',
  },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    invitation: typeof rewardNotices;
  }
}

/** Members and weeks in one transaction. */
const BATCH = 500;
/** Rewards of the last trades of a week take a moment. */
const WAIT_MS = 5 * MINUTE_MS;

export function notifyRewards(deps: DueDeps): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const weeks = weeksOf(await tx.many(takeWeeks, [at - WAIT_MS, size]));
    await notifyMany(tx, { about: 'reward', groups: weeks.flatMap(noticeOf) }, at);
    return weeks.length;
  });
}

type WeekRow = RowOf<typeof takeWeeks>;

/** The rows of each week and member together, as they are sorted. */
function weeksOf(rows: readonly WeekRow[]): WeekRow[][] {
  const weeks: WeekRow[][] = [];
  for (const row of rows) {
    const last = weeks.at(-1)?.[0];
    if (last?.week === row.week && last.inviterId === row.inviterId) weeks.at(-1)!.push(row);
    else weeks.push([row]);
  }
  return weeks;
}

/** None where reversals of earlier rewards took as much as the week paid. */
function noticeOf(rows: readonly WeekRow[]) {
  const [{ week: from, lastDay: until, inviterId }] = rows as [WeekRow];
  const sums = rows.filter(({ amount }) => amount > ZERO);
  if (sums.length === 0) return [];
  const values = { from, until, ...fundsOf(sums) };
  return [{ kind: 'reward.paid' as const, values, memberIds: [inviterId], aboutIds: [0] }];
}
