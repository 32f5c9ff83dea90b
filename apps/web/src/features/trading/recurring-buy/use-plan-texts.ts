/** The words of a plan: its rhythm, its coins, its state, its times. */
import { formatAmount, formatDate, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Buy, NewPlan, Plan } from './api.ts';
import { LAST_DAY } from './plan-draft.ts';

/** Of USDT. */
export const PLACES = 2;
/** The day before a Monday. */
const SUNDAY = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

export function usePlanTexts() {
  const t = useT();
  const locale = useNumberLocale();
  const weekday = (day: number, detail: 'weekday' | 'weekdayShort' = 'weekday') =>
    formatDate(SUNDAY + day * DAY_MS, { locale, detail, timeZone: 'UTC' });
  const rhythm = ({ rhythm: of, day }: Pick<NewPlan, 'rhythm' | 'day'>) => {
    if (of === 'day') return t('recurring-buy.everyDay');
    if (of === 'week') return t('recurring-buy.everyWeek', { weekday: weekday(day) });
    if (of === 'twoWeeks') return t('recurring-buy.everyTwoWeeks', { weekday: weekday(day) });
    if (day === LAST_DAY) return t('recurring-buy.everyLastDay');
    return t('recurring-buy.everyMonth', { day });
  };
  const sum = (amount: string) => formatAmount(amount, { locale, places: PLACES });
  return {
    weekday,
    rhythm,
    sum,
    title: (plan: Pick<Plan, 'amount' | 'rhythm' | 'day'>) =>
      t('recurring-buy.heading', { amount: sum(plan.amount), rhythm: rhythm(plan) }),
    coins: ({ coins }: Pick<Plan, 'coins'>) =>
      coins
        .filter(({ share }) => share > 0)
        .map(({ base, share }) => (share === 100 ? base : `${base} ${share}%`))
        .join(', '),
    state: ({ state }: Pick<Plan, 'state'>) => t(STATES[state]),
    /** On the wall of the plan's zone. */
    time: (at: string, { timeZone }: Pick<Plan, 'timeZone'>) =>
      formatDate(at, { locale, detail: 'short', timeZone }),
    skipped: (reason: Reason, available: string) =>
      reason === 'funds'
        ? t('recurring-buy.skipFunds', { available: sum(available) })
        : t(SKIPS[reason]),
  };
}

/** Why a coin was skipped. */
type Reason = Exclude<Buy['coins'][number]['skipped'], ''>;

const STATES = {
  on: 'recurring-buy.on',
  paused: 'recurring-buy.paused',
  ended: 'recurring-buy.ended',
} as const;

const SKIPS = {
  closed: 'recurring-buy.skipClosed',
  price: 'recurring-buy.skipPrice',
  size: 'recurring-buy.skipSize',
  account: 'recurring-buy.skipAccount',
  missed: 'recurring-buy.skipMissed',
  member: 'recurring-buy.skipMember',
} as const;

/** `Europe/Vienna` as the name of its city. */
export const cityOf = (timeZone: string) => timeZone.split('/').at(-1)!.replaceAll('_', ' ');
