/** One swap: amounts paid and received, rate, cost. */
import { useQuery } from '@tanstack/react-query';
import {
  AmountText,
  Card,
  CoinMark,
  DateText,
  formatPercent,
  KeyValue,
  KeyValues,
  NavBar,
  Pill,
  ScreenBody,
  ScreenHeader,
  useNumberLocale,
} from '@tern/ui';
import { decimal, formatDecimal } from '@tern/money';
import { useRecordId } from '../../../kernel/record-id.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { EmptyState } from '../../../kernel/empty-state.tsx';
import { pages } from '../../../kernel/pages.ts';
import { ContactLink } from '../../../kernel/contact-link.tsx';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { exactPlaces } from '../../../kernel/exact-places.ts';
import recordStyles from '../../../kernel/record-detail.module.css';
import { useCoinPlaces } from '../../../kernel/use-coin-places.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../platform/navigation/links.ts';
import { type Swap, swapQuery } from '../api.ts';
import { AllInRate } from '../parts/rate-row.tsx';
import { ratesOf, spreadOf } from '../swap-sums.ts';

export function SwapDetailScreen() {
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('swap.detailTitle')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded>
        {id === undefined ? (
          <EmptyState
            title={t('swap.noneChosen')}
            label={t('transfer.records')}
            page={pages.swapHistory}
            isReplaced
          />
        ) : (
          <Detail key={id} id={id} />
        )}
      </ScreenBody>
    </>
  );
}

function Detail({ id }: { id: number }) {
  return <Loaded query={useQuery(swapQuery(id))}>{(swap) => <Facts swap={swap} />}</Loaded>;
}

function Facts({ swap }: { swap: Swap }) {
  const t = useT();
  const locale = useNumberLocale();
  const { ID, from_coin: from, to_coin: to, num, received, fee, spread } = swap;
  const [fromPlaces, toPlaces] = [useCoinPlaces(from), useCoinPlaces(to)];
  const { allIn, market } = ratesOf(swap);
  return (
    <>
      <div className={recordStyles.head}>
        <CoinMark symbol={to} size={44} />
        <div className={recordStyles.amount}>
          <AmountText
            look="hero"
            value={received}
            places={exactPlaces(received, toPlaces)}
            unit={to}
          />
        </div>
        <div className={recordStyles.pills}>
          <Pill kind="done" dot="self">
            {t('swap.done')}
          </Pill>
          <Pill kind="sim">{t('common.paper')}</Pill>
        </div>
      </div>
      <Card>
        <KeyValues>
          <KeyValue
            name={t('swap.paid')}
            value={<ExactAmount value={num} places={fromPlaces} unit={from} />}
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
