/** Worth over a period: profit, the lines of worth and of money put in, and the sum. Loaded after the total. */
import { useQuery } from '@tanstack/react-query';
import {
  AmountText,
  ChangeText,
  formatAmount,
  Segmented,
  Skeleton,
  Stack,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { useCoins, useWorth } from '../../../../kernel/balances.ts';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { slot } from '../../../../platform/storage.ts';
import { type WorthDays, type WorthPeriod, worthDaysQuery, worthPeriods } from '../api.ts';
import { useDayText } from '../use-day-text.ts';
import { isNothing } from '../view-model.ts';
import { sumOf, type WorthPoint } from '../worth-view.ts';
import { WorthChart } from './worth-chart.tsx';
import { WorthSum } from './worth-sum.tsx';
import styles from './worth-over-time.module.css';

const PLACES = 2;
const DEFAULT: WorthPeriod = 'quarter';
const isPeriod = (value: unknown): value is WorthPeriod =>
  worthPeriods.some((period) => period === value);
const remembered = slot('worth-period', isPeriod);

const NAMES = {
  week: { short: 'assets.week', profit: 'assets.profitInWeek' },
  month: { short: 'assets.month', profit: 'assets.profitInMonth' },
  quarter: { short: 'assets.quarter', profit: 'assets.profitInQuarter' },
  year: { short: 'assets.year', profit: 'assets.profitInYear' },
  all: { short: 'assets.allTime', profit: 'assets.profitInAll' },
} as const;

export function WorthOverTime() {
  const t = useT();
  const [period, setPeriod] = useState<WorthPeriod>(() => remembered.read() ?? DEFAULT);
  const query = useQuery(worthDaysQuery(period));
  const { data: present, dataUpdatedAt } = useWorth();
  const isEmpty = present !== undefined && [present.total, present.putIn].every(isNothing);
  // The list of coins says that there is nothing.
  if (present === undefined || isEmpty) return null;
  const choose = (next: WorthPeriod) => {
    remembered.write(next);
    setPeriod(next);
  };
  const now: WorthPoint = {
    day: new Date(dataUpdatedAt).toISOString().slice(0, 10),
    worth: present.total,
    putIn: present.putIn,
    takenOut: present.takenOut,
  };
  return (
    <section aria-label={t('assets.overTime')}>
      <Loaded query={query} skeleton={<PeriodSkeleton />}>
        {(days) => <Period key={period} period={period} days={days} now={now} onPeriod={choose} />}
      </Loaded>
    </section>
  );
}

interface PeriodProps {
  period: WorthPeriod;
  days: WorthDays;
  now: WorthPoint;
  onPeriod: (period: WorthPeriod) => void;
}

function Period({ period, days, now, onPeriod }: PeriodProps) {
  const t = useT();
  const locale = useNumberLocale();
  const dayText = useDayText();
  const isHidden = useDisplay().amountsHidden;
  const [held, setHeld] = useState<number>();
  if (days.isComputing) {
    return (
      <Text as="p" size="label" tone="faint">
        <span className={styles.inset}>{t('assets.computing')}</span>
      </Text>
    );
  }
  const points = [...days.points, now];
  const isPast = held !== undefined && held < points.length - 1;
  const end = isPast ? points[held]! : now;
  const sum = sumOf(points, end);
  const whole = sumOf(points, now);
  const inWords = (value: string) =>
    isHidden ? t('common.hidden') : formatAmount(value, { locale, places: PLACES });
  const pastText = sum
    ? t('assets.heldDay', {
        date: dayText(end.day),
        worth: inWords(sum.now),
        putIn: inWords(sum.net),
      })
    : t('assets.noPrice', { date: dayText(end.day) });
  return (
    <>
      <div className={styles.profit}>
        {isPast ? (
          <span>{pastText}</span>
        ) : (
          whole && (
            <>
              <AmountText value={whole.profit} places={PLACES} isGain isHidden={isHidden} />
              {whole.percent !== undefined && !isHidden && <ChangeText percent={whole.percent} />}
              <span>{t(NAMES[period].profit)}</span>
            </>
          )
        )}
      </div>
      <WorthChart
        points={points}
        label={t('assets.chartLabel', {
          from: inWords(whole?.before ?? '0'),
          to: inWords(now.worth ?? '0'),
          putIn: inWords(whole?.net ?? '0'),
        })}
        heldText={isPast ? pastText : undefined}
        held={held}
        onHold={setHeld}
        isHidden={isHidden}
      />
      <div className={styles.periods}>
        <Segmented
          label={t('assets.period')}
          options={worthPeriods.map((key) => ({ key, label: t(NAMES[key].short) }))}
          value={period}
          onChange={onPeriod}
        />
      </div>
      <div className={styles.legend} aria-hidden="true">
        <span>
          <i />
          {t('assets.worth')}
        </span>
        <span>
          <i className={styles.dashed} />
          {t('assets.moneyPutIn')}
        </span>
      </div>
      <div className={styles.sum}>
        {sum && (
          <WorthSum sum={sum} isYounger={days.isYounger} isPast={isPast} isHidden={isHidden} />
        )}
        <Notes hasGaps={days.points.some(({ worth }) => worth === null)} />
      </div>
    </>
  );
}

/** What the figures leave out. */
function Notes({ hasGaps }: { hasGaps: boolean }) {
  const t = useT();
  const unpriced = (useCoins().data ?? []).filter(
    ({ total, worth }) => worth === undefined && !isNothing(total),
  );
  return (
    <Stack gap={4} top={8}>
      {unpriced.length > 0 && (
        <Text as="p" size="cap" tone="faint">
          {t('assets.withoutMarket', { coins: unpriced.map(({ asset }) => asset).join(', ') })}
        </Text>
      )}
      {hasGaps && (
        <Text as="p" size="cap" tone="faint">
          {t('assets.gaps')}
        </Text>
      )}
    </Stack>
  );
}

/** Of the real heights, so that nothing moves. */
function PeriodSkeleton() {
  return (
    <div className={styles.sum} aria-hidden="true">
      <Stack gap={16}>
        <Skeleton width="208px" height="16px" />
        <Skeleton width="100%" height="146px" />
        <Skeleton width="100%" height="44px" />
        <Skeleton width="100%" height="228px" />
      </Stack>
    </div>
  );
}
