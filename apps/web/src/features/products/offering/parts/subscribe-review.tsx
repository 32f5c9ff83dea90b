/** What a member confirms before buying: quantity, exact cost, unfreeze date, and what they can lose. */
import {
  ConfirmDialog,
  formatAmount,
  KeyValue,
  KeyValues,
  Pill,
  PriceText,
  useNumberLocale,
} from '@tern/ui';
import { ExactAmount, exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Quote } from '../api.ts';
import type { Offering } from '../view-model.ts';
import styles from './offering.module.css';
import { UnfreezeDate, useUnfreezeDate } from './unfreeze-date.tsx';

export interface SubscribeReviewProps {
  offering: Offering;
  /** Undefined while the dialog is closed. */
  quote: Quote | undefined;
  places: ShownPlaces;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The usual decimal places of both assets. */
interface ShownPlaces {
  coin: number;
  pay: number;
}

export function SubscribeReview(props: SubscribeReviewProps) {
  const { offering, quote, places, ...dialog } = props;
  const t = useT();
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={quote !== undefined}
      question={t('offering.question', { coin: offering.coin })}
      confirmLabel={t('offering.subscribe')}
      cancelLabel={t('common.cancel')}
      busyLabel={t('offering.subscribing')}
    >
      {quote && <Reviewed {...{ offering, quote, places }} />}
    </ConfirmDialog>
  );
}

interface ReviewedProps {
  offering: Offering;
  quote: Quote;
  places: ShownPlaces;
}

function Reviewed({ offering, quote, places }: ReviewedProps) {
  const t = useT();
  const consequence = useConsequence(offering, places.pay);
  const { coin, payCoin, price } = offering;
  const { quantity, paid, unfreezesAt } = quote;
  return (
    <>
      <KeyValues>
        <KeyValue
          name={t('offering.quantity')}
          value={<ExactAmount value={quantity} places={places.coin} unit={coin} />}
        />
        <KeyValue
          name={t('offering.price')}
          value={
            <>
              <PriceText value={price} /> {payCoin}
            </>
          }
        />
        <KeyValue name={t('offering.unfreezes')} value={<UnfreezeDate at={unfreezesAt} />} />
        <KeyValue
          isTotal
          name={t('offering.cost')}
          value={
            <span className={styles.total}>
              <Pill kind="sim">{t('common.paper')}</Pill>
              <ExactAmount value={paid} places={places.pay} unit={payCoin} />
            </span>
          }
        />
      </KeyValues>
      <p className={styles.consequence}>{consequence(quote)}</p>
    </>
  );
}

/** Returns the sentence about the lock-up and what can be lost. `places` are those shown of the asset that pays. */
export function useConsequence({ payCoin }: Pick<Offering, 'payCoin'>, places: number) {
  const t = useT();
  const locale = useNumberLocale();
  const dateOf = useUnfreezeDate();
  return ({ paid, unfreezesAt }: Pick<Quote, 'paid' | 'unfreezesAt'>) => {
    const cost = formatAmount(paid, { locale, places: exactPlaces(paid, places) });
    return t('offering.consequence', { date: dateOf(unfreezesAt), cost: `${cost} ${payCoin}` });
  };
}
