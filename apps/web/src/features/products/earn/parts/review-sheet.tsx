/** The confirmation before a purchase: every figure of it, and what leaving early costs. */
import { Button, KeyValue, KeyValues, Note, Pill, Sheet } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { FixedTerm } from '../api.ts';
import { exitCost } from '../earn-view.ts';
import type { Reviewed } from '../use-purchase-form.ts';
import styles from './earn.module.css';
import { QuoteLines } from './purchase-figures.tsx';

export interface ReviewSheetProps {
  product: FixedTerm;
  /** Undefined while closed. */
  reviewed: Reviewed | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ReviewSheet(props: ReviewSheetProps) {
  const { product, reviewed, isBusy, onConfirm, onClose } = props;
  const t = useT();
  return (
    <Sheet
      isOpen={reviewed !== undefined}
      onClose={onClose}
      title={t('earn.review')}
      footer={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} busyLabel={t('earn.buying')} onPress={onConfirm}>
            {t('earn.buy')}
          </Button>
        </>
      }
    >
      {reviewed && <ReviewedPurchase product={product} reviewed={reviewed} />}
    </Sheet>
  );
}

function ReviewedPurchase({ product, reviewed }: { product: FixedTerm; reviewed: Reviewed }) {
  const { name, asset, days, dailyRate } = product;
  const { amount, quote } = reviewed;
  const t = useT();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const print = useAmountText(places);
  const cost = { amount: print(exitCost(quote)), coin: asset };
  return (
    <div className={styles.sheet}>
      <KeyValues>
        <KeyValue name={t('earn.product')} value={name} />
        <KeyValue name={t('earn.term')} value={t('earn.days', { count: days })} />
        <KeyValue name={t('earn.dailyRate')} value={ratio(dailyRate)} />
        <KeyValue
          name={t('earn.youPutIn')}
          value={
            <span className={styles.total}>
              <Pill kind="sim">{t('common.paper')}</Pill>
              <ExactAmount value={amount} places={places} unit={asset} />
            </span>
          }
        />
      </KeyValues>
      <QuoteLines asset={asset} quote={quote} />
      <Note kind="warn">{t('earn.lockNote', cost)}</Note>
    </div>
  );
}
