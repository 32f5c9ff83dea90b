/** What was realised this year, and the list of months or tax years. */
import { useQuery } from '@tanstack/react-query';
import {
  documentIcon,
  formatDate,
  Icon,
  IconButton,
  infoIcon,
  Inline,
  NavBar,
  Pressable,
  ScreenBody,
  ScreenHeader,
  Segmented,
  StateBlock,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { type MonthRow, statementsQuery } from '../api.ts';
import { firstDayOf, sizeOf, type Year, yearsOf } from '../view-model.ts';
import { AboutSheet } from './about-sheet.tsx';
import { Money } from './money.tsx';
import { TaxSheet } from './tax-sheet.tsx';
import styles from './statement.module.css';

export function MonthList() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const query = useQuery(statementsQuery);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('statement.title')}
          back={back}
          action={
            <IconButton
              icon={infoIcon}
              label={t('statement.about')}
              onPress={() => setAsking(true)}
            />
          }
        />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <Loaded query={query}>
          {({ list }) =>
            list.length === 0 ? (
              <StateBlock kind="empty" title={t('statement.none')} text={t('statement.noneText')} />
            ) : (
              <Periods months={list} />
            )
          }
        </Loaded>
      </ScreenBody>
      <AboutSheet isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

type View = 'months' | 'years';

function Periods({ months }: { months: readonly MonthRow[] }) {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const [view, setView] = useState<View>('months');
  const [taxYear, setTaxYear] = useState<string>();
  const years = yearsOf(months);
  const monthName = (month: string) =>
    formatDate(firstDayOf(month), { locale, detail: 'monthName', timeZone: 'UTC' });
  return (
    <>
      {years[0] && <ThisYear year={years[0]} />}
      <Segmented
        label={t('statement.period')}
        options={[
          { key: 'months', label: t('statement.months') },
          { key: 'years', label: t('statement.taxYears') },
        ]}
        value={view}
        onChange={setView}
      />
      <div className={styles.list}>
        {view === 'months'
          ? months.map(({ month, ...row }) => (
              <PeriodRow
                key={month}
                {...figuresOf(row)}
                title={monthName(month)}
                {...to(pages.statement, { month })}
              />
            ))
          : years.map(({ year, ...row }) => (
              <PeriodRow
                key={year}
                {...figuresOf(row)}
                title={year}
                onPress={() => setTaxYear(year)}
              />
            ))}
      </div>
      <TaxSheet year={taxYear} onClose={() => setTaxYear(undefined)} />
    </>
  );
}

const figuresOf = ({ records, worth, realised, isFinal }: Omit<Year, 'year'>) => ({
  records,
  worth,
  realised,
  isFinal,
});

function ThisYear({ year }: { year: Year }) {
  const t = useT();
  return (
    <section className={styles.year}>
      <Text as="div" size="label" tone="soft">
        {t('statement.realisedIn', { year: year.year })}
      </Text>
      <Money value={year.realised} look="hero" unit="USDT" isGain />
      <Inline as="p" gap={12} rowGap={2} isWrapped size="label" tone="soft" top={4}>
        <span>
          {t('statement.fees')} <Money value={sizeOf(year.fees)} className={styles.strong ?? ''} />
        </span>
        <span>
          {t('statement.yield')} <Money value={year.yield} className={styles.strong ?? ''} />
        </span>
      </Inline>
    </section>
  );
}

interface PeriodRowProps {
  title: string;
  records: number;
  worth: string;
  realised: string;
  isFinal: boolean;
  href?: string;
  onPress: () => void;
}

/** A month or a year of the list: closing value over records, and what was realised. */
function PeriodRow(props: PeriodRowProps) {
  const { title, records, worth, realised, isFinal, ...press } = props;
  const t = useT();
  return (
    <Pressable className={styles.row} {...press}>
      <span className={styles.icon}>
        <Icon of={documentIcon} size={20} />
      </span>
      <Text as="span" isGrown>
        <span className={styles.line}>
          <span>{title}</span>
          <Money value={worth} />
        </span>
        <span className={styles.quiet}>
          <span>
            {t(isFinal ? 'statement.records' : 'statement.recordsToDate', { count: records })}
          </span>
          <span>
            <Money value={realised} isGain /> {t('statement.realised')}
          </span>
        </span>
      </Text>
    </Pressable>
  );
}
