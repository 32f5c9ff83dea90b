/** The confirmation before a purchase: every figure of it, and what leaving early costs. */
import { Inline, KeyValue, KeyValues, Note, Pill } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { ReviewSheet } from '../../../../kernel/products/purchase-form.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { FixedTerm } from '../api.ts';
import { exitCost } from '../earn-view.ts';
import type { Reviewed, usePurchaseForm } from '../use-purchase-form.ts';
import styles from './earn.module.css';
import { QuoteLines } from './purchase-figures.tsx';

export interface PurchaseReviewProps {
  product: FixedTerm;
  buying: ReturnType<typeof usePurchaseForm>;
}

export function PurchaseReview({ product, buying }: PurchaseReviewProps) {
  const t = useT();
  const { reviewed, isBusy, buy, leave } = buying;
  return (
    <ReviewSheet
      title={t('earn.review')}
      confirmLabel={t('earn.buy')}
      busyLabel={t('earn.buying')}
      isBusy={isBusy}
      onConfirm={buy}
      onClose={leave}
    >
      {reviewed && <ReviewedPurchase product={product} reviewed={reviewed} />}
    </ReviewSheet>
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
            <Inline as="span" gap={8} rowGap={4} align="center" justify="end" isWrapped isInText>
              <Pill kind="sim">{t('common.paper')}</Pill>
              <ExactAmount value={amount} places={places} unit={asset} />
            </Inline>
          }
        />
      </KeyValues>
      <QuoteLines asset={asset} quote={quote} />
      <Note kind="warn">{t('earn.lockNote', cost)}</Note>
    </div>
  );
}
