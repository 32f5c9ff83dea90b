/** The dialog before a swap is sent: what is given, at which rate, and what comes back. */
import { AmountText, amountPlaces, ConfirmDialog, KeyValue, KeyValues, Pill } from '@tern/ui';
import type { Coin } from '../../../kernel/balances.ts';
import { RateText } from '../../../kernel/rate/rate-text.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { SwapTerms } from '../api.ts';
import type { SwapSums } from '../swap-sums.ts';
import styles from './swap.module.css';

/** The swap as it stood when the button was pressed. */
export interface Reviewed {
  from: Coin;
  to: Coin;
  num: string;
  terms: SwapTerms;
  sums: SwapSums;
}

export interface SwapReviewProps {
  reviewed: Reviewed | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function SwapReview({ reviewed, isBusy, onConfirm, onCancel }: SwapReviewProps) {
  const t = useT();
  const coins = { from: reviewed?.from.coinname ?? '', to: reviewed?.to.coinname ?? '' };
  return (
    <ConfirmDialog
      isOpen={reviewed !== undefined}
      question={t('swap.question', coins)}
      confirmLabel={t('swap.confirm')}
      confirmKind="primary"
      cancelLabel={t('common.cancel')}
      busyLabel={t('swap.swapping')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {reviewed && <ReviewedSwap {...reviewed} />}
    </ConfirmDialog>
  );
}

function ReviewedSwap({ from, to, num, terms, sums }: Reviewed) {
  const t = useT();
  const amount = (coin: Coin, value: string) => (
    <AmountText
      value={value}
      places={Math.max(coin.places, amountPlaces(coin.coinname, coin.places))}
      unit={coin.coinname}
    />
  );
  return (
    <>
      <KeyValues>
        <KeyValue name={t('swap.youGive')} value={amount(from, num)} />
        <KeyValue
          name={t('swap.rate')}
          value={<RateText from={terms.from_coin} to={terms.to_coin} rate={terms.rate} />}
        />
        <KeyValue name={t('swap.fee')} value={amount(to, sums.fee)} />
        <KeyValue
          isTotal
          name={t('swap.youReceive')}
          value={
            <span className={styles.total}>
              <Pill kind="sim">{t('common.paper')}</Pill>
              {amount(to, sums.received)}
            </span>
          }
        />
      </KeyValues>
      <p className={styles.note}>{t('swap.rateNote')}</p>
    </>
  );
}
