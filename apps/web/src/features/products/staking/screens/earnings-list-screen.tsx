/** All payouts by day, their sum, and their export. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  amountPlaces,
  AmountText,
  formatDate,
  formatDayHeading,
  NavBar,
  ScreenBody,
  ScreenHeader,
  Text,
  TextButton,
  useNumberLocale,
} from '@tern/ui';
import { decimal } from '@tern/money';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import {
  allOrdersQuery,
  type Curve,
  curveQuery,
  type Earning,
  type EarningFilter,
  earningsQuery,
} from '../api.ts';
import { EarningRow } from '../parts/earning-row.tsx';
import styles from '../parts/earnings.module.css';
import { ExportEarnings } from '../parts/export-earnings.tsx';
import { OrderChips } from '../parts/order-chips.tsx';
import { useEarningFilter } from '../use-earning-filter.ts';
import { earningDays, frozenUntil, releasedOf } from '../view-model.ts';

const ALL = 0;

export function EarningsListScreen() {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const refresh = useRefresh();
  const [filter, setOrder] = useEarningFilter();
  const query = useInfiniteQuery(earningsQuery(filter));
  const curve = useQuery(curveQuery(filter, ALL)).data;
  const isEmpty = query.data?.pages[0]?.total === 0;
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('staking.listTitle')}
          back={back}
          action={
            <TextButton
              {...to(
                pages.earningsCurve,
                filter.orderId === undefined ? {} : { order: String(filter.orderId) },
              )}
            >
              {t('staking.curve')}
            </TextButton>
          }
        />
        <OrderChips chosen={filter.orderId} onChoose={setOrder} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        {curve && !isEmpty && <Sum curve={curve} filter={filter} />}
        <PagedList
          query={query}
          renderRow={(earning) => <EarningRow earning={earning} />}
          renderRows={(rows) => <Days rows={rows} curve={curve} />}
          empty={
            <EmptyState
              title={t('staking.noEarnings')}
              label={t('staking.allProducts')}
              page={pages.stakeList}
            />
          }
        />
      </ScreenBody>
    </>
  );
}

interface SumProps {
  curve: Curve;
  filter: EarningFilter;
}

/** In all, and how much of it is still frozen. */
function Sum({ curve, filter }: SumProps) {
  const t = useT();
  const locale = useNumberLocale();
  const orders = useQuery(allOrdersQuery).data ?? [];
  const { total, frozen, payCoin } = curve;
  const places = amountPlaces(payCoin, 2);
  const released = releasedOf(curve);
  const until = frozenUntil(
    orders.filter(({ ID }) => filter.orderId === undefined || ID === filter.orderId),
  );
  return (
    <section className={styles.sum}>
      <p>{t('staking.paidValue')}</p>
      <div className={styles.sumLine}>
        <AmountText look="hero" value={total} places={places} unit={payCoin} />
        <ExportEarnings filter={filter} />
      </div>
      {decimal(frozen) > 0n && (
        <>
          <div className={styles.split} aria-hidden="true">
            <div style={{ flexGrow: Number(released) }} />
            <div style={{ flexGrow: Number(frozen) }} />
          </div>
          <p className={styles.legend}>
            <span>
              {t('staking.inBalance')}{' '}
              <b>
                <AmountText value={released} places={places} />
              </b>
            </span>
            <span>
              {until === undefined
                ? t('staking.frozen')
                : t('staking.frozenTo', {
                    date: formatDate(until, { locale, detail: 'date' }),
                  })}{' '}
              <b>
                <AmountText value={frozen} places={places} />
              </b>
            </span>
          </p>
        </>
      )}
    </section>
  );
}

function Days({ rows, curve }: { rows: readonly Earning[]; curve: Curve | undefined }) {
  const locale = useNumberLocale();
  const now = serverNow();
  return earningDays(rows).map(({ date, rows: ofDay }) => {
    const day = curve?.days.find((each) => each.date === date);
    return (
      <section key={date}>
        <div className={styles.band}>
          <Text as="h2" size="label-strong">
            {formatDayHeading(date, now, { locale, timeZone: 'UTC' })}
          </Text>
          {curve && day && (
            <span>
              <AmountText
                value={day.value}
                places={amountPlaces(curve.payCoin, 2)}
                unit={curve.payCoin}
              />
            </span>
          )}
        </div>
        <ul className={styles.rows}>
          {ofDay.map((earning) => (
            <li key={earning.ID}>
              <EarningRow earning={earning} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
