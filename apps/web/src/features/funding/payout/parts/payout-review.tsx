/** The confirmation before a payout is sent: amount, rate, card, and the estimated result. */
import { AmountText, amountPlaces, ConfirmDialog, KeyValue, KeyValues, Pill } from '@tern/ui';
import type { Coin } from '../../../../kernel/balances.ts';
import { RateText } from '../../../../kernel/rate/rate-text.tsx';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { BankCard } from '../../bank-cards/api.ts';
import type { Currency } from '../../currencies/api.ts';
import type { PayoutTerms } from '../api.ts';
import { withDots } from '../../bank-cards/bank-numbers.ts';
import styles from '../../currencies/bank-money.module.css';
import { MinimumNote } from './minimum-received.tsx';

/** The payout as it was when the button was pressed. */
export interface Reviewed {
  coin: Coin;
  /** Decimal places shown of the asset. */
  places: number;
  num: string;
  card: BankCard;
  currency: Currency;
  terms: PayoutTerms;
  /** In the currency, after the fee. */
  received: string;
  /** In the currency: never paid less than this. */
  minReceived: string;
}

export interface PayoutReviewProps {
  reviewed: Reviewed | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function PayoutReview({ reviewed, isBusy, onConfirm, onCancel }: PayoutReviewProps) {
  const t = useT();
  return (
    <ConfirmDialog
      isOpen={reviewed !== undefined}
      question={t('transfer.question', { coin: reviewed?.coin.coinname ?? '' })}
      confirmLabel={t('transfer.confirm')}
      cancelLabel={t('common.cancel')}
      busyLabel={t('transfer.sending')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {reviewed && <ReviewedPayout {...reviewed} />}
    </ConfirmDialog>
  );
}

function ReviewedPayout({
  coin,
  places,
  num,
  card,
  currency,
  terms,
  received,
  minReceived,
}: Reviewed) {
  const t = useT();
  const { coinname: unit } = currency;
  const fiat = (value: string) => (
    <AmountText value={value} places={amountPlaces(unit, currency.places)} unit={unit} />
  );
  return (
    <>
      <KeyValues>
        <KeyValue
          name={t('transfer.amount')}
          value={
            <span className={styles.total}>
              <Pill kind="sim">{t('common.paper')}</Pill>
              <AmountText value={num} places={exactPlaces(num, places)} unit={coin.coinname} />
            </span>
          }
        />
        {unit !== coin.coinname && (
          <KeyValue
            name={t('fiat.rateNow')}
            value={<RateText from={coin.coinname} to={unit} rate={terms.rate} />}
          />
        )}
        <KeyValue name={t('transfer.fee')} value={fiat(terms.fee)} />
        <KeyValue name={t('transfer.to')} value={card.bankname} />
        <KeyValue
          name={t('fiat.card')}
          value={<span className={styles.mono}>{withDots(card.bankcard)}</span>}
        />
        <KeyValue name={t('fiat.accountName')} value={card.accountname} />
        <KeyValue
          isTotal
          name={t(unit === coin.coinname ? 'transfer.youReceive' : 'fiat.estimate')}
          value={fiat(received)}
        />
        {unit !== coin.coinname && (
          <KeyValue name={t('fiat.leastYouGet')} value={fiat(minReceived)} />
        )}
      </KeyValues>
      {unit !== coin.coinname && <MinimumNote currency={currency} minReceived={minReceived} />}
    </>
  );
}
