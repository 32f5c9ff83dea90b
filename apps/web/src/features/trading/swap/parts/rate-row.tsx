/** The all-in rate and the cost of the swap; expands to explain the cost. */
import {
  AmountText,
  amountPlaces,
  chevronDownIcon,
  chevronUpIcon,
  classNames,
  formatAmount,
  formatPercent,
  Icon,
  KeyValue,
  KeyValues,
  PriceText,
  useNumberLocale,
} from '@tern/ui';
import { decimal, formatDecimal } from '@tern/money';
import { useId, useState } from 'react';
import type { Coin } from '../../../../kernel/balances.ts';
import { readableRate } from '../../../../kernel/rate.tsx';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { REFRESH_MS, type SwapTerms } from '../api.ts';
import { allInOf, type SwapSums } from '../swap-sums.ts';
import styles from './swap.module.css';

export interface RateRowProps {
  to: Coin;
  terms: SwapTerms | undefined;
  /** Why there is no rate. */
  refusal: string | undefined;
  sums: SwapSums | undefined;
  /** Epoch ms of the last answer: the ring empties until the next one. */
  answeredAt: number;
}

export function RateRow(props: RateRowProps) {
  const { terms, refusal, sums, answeredAt } = props;
  const t = useT();
  const locale = useNumberLocale();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const cost = sums && formatAmount(sums.cost.whole, { locale, places: sums.cost.places });
  return (
    <section className={styles.rate}>
      <button
        type="button"
        className={styles.rateHead}
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={terms === undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Ring key={answeredAt} isLate={terms === undefined} />
        {terms === undefined ? (
          <span role="status">{refusal ?? t('swap.late')}</span>
        ) : (
          <AllInRate rate={sums?.allIn ?? allInOf(terms)} from={terms.from} to={terms.to} />
        )}
        {terms && (
          <span className={styles.cost}>
            {cost !== undefined && t('swap.cost', { amount: cost })}
            <Icon of={isOpen ? chevronUpIcon : chevronDownIcon} size={16} />
          </span>
        )}
      </button>
      <div id={id} className={classNames(styles.costs, isOpen && styles.open)}>
        {isOpen && terms && <Costs {...props} terms={terms} />}
      </div>
    </section>
  );
}

/** "1 BTC = 64,347.17 USDT", tinted briefly when it changes. */
export function AllInRate({ from, to, rate }: { from: string; to: string; rate: string }) {
  const { of, value, unit } = readableRate({ from, to, rate });
  return (
    <span key={value} className={styles.tinted}>
      1 {of} = <PriceText value={value} /> {unit}
    </span>
  );
}

function Ring({ isLate }: { isLate: boolean }) {
  return (
    <svg
      className={classNames(styles.ring, isLate && styles.late)}
      viewBox="0 0 16 16"
      aria-hidden="true"
      style={{ animationDuration: `${REFRESH_MS}ms` }}
    >
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="6" pathLength="1" style={{ animationDuration: `${REFRESH_MS}ms` }} />
    </svg>
  );
}

function Costs({ to, terms, sums }: RateRowProps & { terms: SwapTerms }) {
  const t = useT();
  const locale = useNumberLocale();
  const ratio = (value: string) => formatPercent(formatDecimal(decimal(value) * 100n), locale);
  const usdt = (value: string | undefined) => (
    <AmountText value={value} places={sums?.cost.places ?? 2} unit="USDT" />
  );
  const { asset, places } = to;
  const market = readableRate({ from: terms.from, to: asset, rate: terms.reference });
  return (
    <>
      <KeyValues>
        <KeyValue name={t('swap.marketPrice')} value={<PriceText value={market.value} />} />
        <KeyValue
          name={t('swap.spread', { ratio: ratio(terms.spread) })}
          value={usdt(sums?.cost.spread)}
        />
        <KeyValue
          name={t('swap.feeOfReceived', { ratio: ratio(terms.feeRatio) })}
          value={usdt(sums?.cost.fee)}
        />
        <KeyValue isTotal name={t('swap.together')} value={usdt(sums?.cost.whole)} />
        <KeyValue
          name={t('swap.leastYouGet')}
          value={
            <ExactAmount
              value={sums?.minReceived}
              places={amountPlaces(asset, places)}
              unit={asset}
            />
          }
        />
      </KeyValues>
      <p className={styles.note}>{t('swap.costNote', { coin: asset })}</p>
    </>
  );
}
