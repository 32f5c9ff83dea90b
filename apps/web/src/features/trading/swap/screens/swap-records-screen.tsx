/** The member's swaps: the list, and one of them with amounts, rate and cost. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { decimal, formatDecimal } from '@tern/money';
import {
  Card,
  DateText,
  formatPercent,
  Inline,
  KeyValue,
  KeyValues,
  NavBar,
  Pill,
  ScreenBody,
  ScreenHeader,
  useNumberLocale,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { KnownCoinMark } from '../../../../kernel/known-coin-mark.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import recordStyles from '../../../../kernel/record-detail.module.css';
import {
  ContactLink,
  RecordScreen,
  useContactReference,
} from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Swap, swapQuery, swapsQuery } from '../api.ts';
import { AllInRate } from '../parts/rate-row.tsx';
import { SwapRow } from '../parts/swap-row.tsx';
import { ratesOf, spreadOf } from '../swap-sums.ts';

export function SwapHistoryScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('swap.historyTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(swapsQuery)}
          renderRow={(swap) => <SwapRow swap={swap} />}
          empty={<EmptyState title={t('swap.none')} label={t('swap.title')} page={pages.swap} />}
        />
      </ScreenBody>
    </>
  );
}

export function SwapDetailScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('swap.detailTitle')}
      action={<ContactLink />}
      none={{
        title: t('swap.noneChosen'),
        label: t('transfer.records'),
        page: pages.swapHistory,
      }}
      renderRecord={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  return (
    <ScreenBody isPadded>
      <Loaded query={useQuery(swapQuery(id))}>{(swap) => <Facts swap={swap} />}</Loaded>
    </ScreenBody>
  );
}

function Facts({ swap }: { swap: Swap }) {
  const t = useT();
  const locale = useNumberLocale();
  const { ID, from, to, given, received, fee, spread } = swap;
  useContactReference(`S-${ID}`);
  const [fromPlaces, toPlaces] = [useCoinPlaces(from), useCoinPlaces(to)];
  const { allIn, market } = ratesOf(swap);
  return (
    <>
      <div className={recordStyles.head}>
        <KnownCoinMark symbol={to} size={44} />
        <div className={recordStyles.amount}>
          <ExactAmount look="hero" value={received} places={toPlaces} unit={to} />
        </div>
        <Inline gap={6} justify="center" isWrapped>
          <Pill kind="done" dot="self">
            {t('swap.done')}
          </Pill>
          <Pill kind="sim">{t('common.paper')}</Pill>
        </Inline>
      </div>
      <Card>
        <KeyValues>
          <KeyValue
            name={t('swap.paid')}
            value={<ExactAmount value={given} places={fromPlaces} unit={from} />}
          />
          <KeyValue
            name={t('swap.received')}
            value={<ExactAmount value={received} places={toPlaces} unit={to} />}
          />
          <KeyValue
            name={t('swap.rateGot')}
            value={<AllInRate from={from} to={to} rate={allIn} />}
          />
          <KeyValue
            name={t('swap.marketPrice')}
            value={<AllInRate from={from} to={to} rate={market} />}
          />
          <KeyValue
            name={t('swap.spread', {
              ratio: formatPercent(formatDecimal(decimal(spread) * 100n), locale),
            })}
            value={<ExactAmount value={spreadOf(swap, toPlaces)} places={toPlaces} unit={to} />}
          />
          <KeyValue
            name={t('swap.fee')}
            value={<ExactAmount value={fee} places={toPlaces} unit={to} />}
          />
          <KeyValue name={t('transfer.recordNo')} value={`S-${ID}`} />
          <KeyValue
            name={t('swap.time')}
            value={<DateText at={swap.CreatedAt} detail="second" />}
          />
        </KeyValues>
      </Card>
    </>
  );
}
