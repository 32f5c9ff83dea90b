/** What was paid on one day, by order. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatAmount, formatDate, SkeletonRows, useNumberLocale } from '@tern/ui';
import { useEffect } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { rowsOf } from '../../../../kernel/paged-list.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { allOrdersQuery, type Earning, type EarningFilter, earningsQuery } from '../api.ts';
import type { StakeOrder } from '../products.ts';
import { EarningRow } from './earning-row.tsx';
import { useTermsTexts } from './terms.tsx';
import { useOrderTexts } from './order-texts.ts';

export interface DayEarningsProps {
  /** "2026-11-22", UTC */
  date: string;
  filter: EarningFilter;
}

export function DayEarnings({ date, filter }: DayEarningsProps) {
  const t = useT();
  const locale = useNumberLocale();
  const rows = useEarningsOf(date, filter);
  const orders = useQuery(allOrdersQuery).data ?? [];
  const day = formatDate(date, { locale, detail: 'date', timeZone: 'UTC' });
  return (
    <section>
      <h2>{t('staking.paidOn', { date: day })}</h2>
      {rows === undefined ? (
        <SkeletonRows count={2} />
      ) : (
        <ul>
          {rows.map((earning) => (
            <li key={earning.ID}>
              <DayRow earning={earning} order={orders.find(({ ID }) => ID === earning.orderId)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** With what the day's output was computed from: "0.118% of 1,200.00", or the units. */
function DayRow({ earning, order }: { earning: Earning; order: StakeOrder | undefined }) {
  const t = useT();
  const locale = useNumberLocale();
  const terms = useTermsTexts();
  const texts = useOrderTexts();
  const places = useCoinPlaces(order?.payCoin ?? '');
  if (order === undefined) return <EarningRow earning={earning} />;
  const { income, invested } = order;
  if (income.kind === 'coins') return <EarningRow earning={earning} note={texts.part(order)} />;
  const amount = formatAmount(invested, { locale, places: exactPlaces(invested, places) });
  const note = t('staking.rateOf', { rate: terms.percent(income.rate), amount });
  return <EarningRow earning={earning} note={note} />;
}

/** The day's rows; pages are loaded until they are reached. Undefined while they load. */
function useEarningsOf(date: string, filter: EarningFilter) {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(earningsQuery(filter));
  const rows = rowsOf(data);
  const dateOf = (dueAt: string) => dueAt.slice(0, date.length);
  const oldest = rows.at(-1);
  const isPassed = oldest !== undefined && dateOf(oldest.dueAt) < date;
  const isMissing = data !== undefined && hasNextPage && !isPassed;
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage();
  }, [isMissing, isFetching, fetchNextPage]);
  if (data === undefined || isMissing) return undefined;
  return rows.filter(({ dueAt }) => dateOf(dueAt) === date);
}
