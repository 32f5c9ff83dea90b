/** The earnings of each day as a curve that one can touch. */
import { useQuery } from '@tanstack/react-query';
import {
  amountPlaces,
  AmountText,
  Card,
  Figures,
  formatDate,
  NavBar,
  ScreenBody,
  ScreenHeader,
  Segmented,
  SkeletonCards,
  Text,
  TextButton,
  useNumberLocale,
} from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { allOrdersQuery, type Curve, curveQuery, type EarningFilter } from '../api.ts';
import { DayEarnings } from '../parts/day-earnings.tsx';
import { EarningsChart } from '../parts/earnings-chart.tsx';
import { OrderChips } from '../parts/order-chips.tsx';
import styles from '../parts/earnings.module.css';
import { useEarningFilter } from '../use-earning-filter.ts';
import { paidDays } from '../view-model.ts';

/** The last days; 0 is all. */
const PERIODS = { week: 7, month: 30, all: 0 } as const;
type Period = keyof typeof PERIODS;

const PERIOD_WORDS = {
  week: 'staking.sevenDays',
  month: 'staking.thirtyDays',
  all: 'staking.allDays',
} as const satisfies Record<Period, string>;
const periods = Object.keys(PERIODS) as Period[];

export function EarningsCurveScreen() {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const refresh = useRefresh();
  const [filter, setOrder] = useEarningFilter();
  const [period, setPeriod] = useState<Period>('all');
  const query = useQuery(curveQuery(filter, PERIODS[period]));
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('staking.curveTitle')}
          back={back}
          action={
            <TextButton {...to(pages.earningsList, orderParams(filter))}>
              {t('staking.list')}
            </TextButton>
          }
        />
        <OrderChips chosen={filter.orderId} onChoose={setOrder} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <Loaded query={query} skeleton={<CurveSkeleton />}>
          {(curve) =>
            curve.days.length === 0 && period === 'all' ? (
              <NoEarnings filter={filter} />
            ) : (
              <Days
                // Another curve starts at its newest day.
                key={`${filter.orderId ?? ''} ${period}`}
                curve={curve}
                filter={filter}
                choice={
                  <Segmented
                    isSmall
                    label={t('staking.period')}
                    value={period}
                    onChange={setPeriod}
                    options={periods.map((key) => ({ key, label: t(PERIOD_WORDS[key]) }))}
                  />
                }
              />
            )
          }
        </Loaded>
      </ScreenBody>
    </>
  );
}

const orderParams = ({ orderId }: EarningFilter): Record<string, string> =>
  orderId === undefined ? {} : { order: String(orderId) };

/** Before the first payout: when it is due. */
function NoEarnings({ filter }: { filter: EarningFilter }) {
  const t = useT();
  const locale = useNumberLocale();
  const orders = useQuery(allOrdersQuery).data ?? [];
  const next = orders
    .filter(({ ID }) => filter.orderId === undefined || ID === filter.orderId)
    .flatMap(({ nextPayoutAt }) => nextPayoutAt ?? [])
    .toSorted()[0];
  return (
    <EmptyState
      title={
        next === undefined
          ? t('staking.noEarnings')
          : t('staking.firstPayout', { date: formatDate(next, { locale, detail: 'day' }) })
      }
      label={t('staking.allProducts')}
      page={pages.stakeList}
    />
  );
}

interface DaysProps {
  curve: Curve;
  filter: EarningFilter;
  choice: ReactNode;
}

function Days({ curve, filter, choice }: DaysProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { days, payCoin, total, average } = curve;
  const [index, setIndex] = useState(days.length - 1);
  const chosen = Math.min(index, days.length - 1);
  const day = days[chosen];
  const places = amountPlaces(payCoin, 2);
  const { paid, due } = paidDays(days);
  return (
    <>
      <div className={styles.day} aria-live="polite">
        <Text size="label" tone="soft">
          {day && formatDate(day.date, { locale, detail: 'dayName', timeZone: 'UTC' })}
        </Text>
        {day === undefined || day.isPaid ? (
          <AmountText look="hero" value={day?.value} places={places} unit={payCoin} />
        ) : (
          <b className={styles.unpaid}>{t('staking.notPaidYet')}</b>
        )}
      </div>
      {day && <EarningsChart curve={curve} places={places} chosen={chosen} onChoose={setIndex} />}
      <div className={styles.below}>
        {choice}
        <Card>
          <Figures
            isRow
            isLarge
            items={[
              {
                label: t('staking.totalPaid'),
                value: <AmountText value={total} places={places} />,
              },
              {
                label: t('staking.averageADay'),
                value: <AmountText value={average} places={places} />,
              },
              { label: t('staking.daysPaid'), value: t('staking.paidOfDue', { paid, due }) },
            ]}
          />
        </Card>
        {day?.isPaid && <DayEarnings key={day.date} date={day.date} filter={filter} />}
      </div>
    </>
  );
}

/** A day, the chart, the periods and the sums. */
function CurveSkeleton() {
  return (
    <div className={styles.loading}>
      <SkeletonCards heights={[64, 232, 44, 76]} />
    </div>
  );
}
