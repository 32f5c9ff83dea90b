/** The two cards, the button between them, what the swap comes to, and the way to its review. */
import {
  amountPlaces,
  AmountField,
  Button,
  chevronDownIcon,
  CoinMark,
  formatAmount,
  Icon,
  IconButton,
  KeyValue,
  KeyValues,
  formatPercent,
  PriceText,
  swapIcon,
  useNumberLocale,
} from '@tern/ui';
import { decimal, formatDecimal } from '@tern/money';
import type { FormEvent, RefObject } from 'react';
import type { Coin } from '../../../kernel/balances.ts';
import { RateText } from '../../../kernel/rate/rate-text.tsx';
import { ExactAmount } from '../../../kernel/transfer/exact-amount.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { SwapTerms } from '../api.ts';
import type { SwapSums } from '../swap-sums.ts';
import styles from './swap.module.css';

export interface SwapFormProps {
  ref: RefObject<HTMLFormElement | null>;
  from: Coin;
  to: Coin;
  num: string;
  error: string | undefined;
  terms: SwapTerms | undefined;
  /** Why there are no terms. */
  refusal: string | undefined;
  sums: SwapSums | undefined;
  onType: (num: string) => void;
  onPick: (side: 'from' | 'to') => void;
  onTurn: () => void;
  onSubmit: () => void;
}

export function SwapForm(props: SwapFormProps) {
  const { ref, from, terms, refusal, onTurn, onSubmit } = props;
  const t = useT();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      ref={ref}
      noValidate
      className={styles.form}
      aria-label={t('swap.title')}
      onSubmit={submit}
    >
      <GivenCard {...props} />
      <div className={styles.turn}>
        <IconButton icon={swapIcon} label={t('swap.turn')} onPress={onTurn} />
      </div>
      <ReceivedCard {...props} />
      <Terms from={from} terms={terms} />
      {refusal !== undefined && (
        <p role="status" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <Button type="submit" kind="primary" isFull isDisabled={terms === undefined}>
        {t('swap.review')}
      </Button>
    </form>
  );
}

function CoinButton({ coin, label, onPress }: { coin: Coin; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.coin} aria-label={label} onClick={onPress}>
      <CoinMark symbol={coin.coinname} logo={coin.logo} size={24} />
      <span>{coin.coinname}</span>
      <Icon of={chevronDownIcon} size={16} />
    </button>
  );
}

function GivenCard({ from, num, error, onType, onPick }: SwapFormProps) {
  const t = useT();
  const locale = useNumberLocale();
  const places = amountPlaces(from.coinname, from.places);
  const available = formatAmount(from.available, { locale, places });
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <span>{t('swap.from')}</span>
        <CoinButton
          coin={from}
          label={t('swap.chooseFrom', { coin: from.coinname })}
          onPress={() => onPick('from')}
        />
      </div>
      <AmountField
        name="num"
        label={t('swap.amountIn', { coin: from.coinname })}
        labelAside={t('swap.available', { amount: available, coin: from.coinname })}
        value={num}
        onChange={onType}
        places={from.places}
        error={error}
        action={{
          label: t('swap.max'),
          onPress: () => onType(formatDecimal(decimal(from.available))),
        }}
      />
    </div>
  );
}

function ReceivedCard({ to, sums, onPick }: SwapFormProps) {
  const t = useT();
  const places = amountPlaces(to.coinname, to.places);
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <span>{t('swap.to')}</span>
        <CoinButton
          coin={to}
          label={t('swap.chooseTo', { coin: to.coinname })}
          onPress={() => onPick('to')}
        />
      </div>
      <output className={styles.received} aria-label={t('swap.youReceive')}>
        {sums === undefined ? (
          <span className={styles.none}>0</span>
        ) : (
          <PriceText value={sums.received} places={Math.max(places, to.places)} />
        )}
      </output>
    </div>
  );
}

function Terms({ from, terms }: { from: Coin; terms: SwapTerms | undefined }) {
  const t = useT();
  const locale = useNumberLocale();
  const ratio = terms && formatPercent(formatDecimal(decimal(terms.feeRatio) * 100n), locale, 2);
  return (
    <KeyValues>
      <KeyValue
        name={t('swap.rate')}
        value={
          terms ? <RateText from={terms.from_coin} to={terms.to_coin} rate={terms.rate} /> : '---'
        }
      />
      <KeyValue name={t('swap.fee')} value={ratio ?? '---'} />
      <KeyValue
        name={t('swap.least')}
        value={
          <ExactAmount
            value={terms?.min}
            places={amountPlaces(from.coinname, from.places)}
            unit={from.coinname}
          />
        }
      />
    </KeyValues>
  );
}
