/** Units or a share, the platform token that is needed, the figures of the purchase, and the button that reviews it. */
import {
  AmountText,
  formatAmount,
  formatPercent,
  Note,
  NumberField,
  Skeleton,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { PurchaseBar } from '../../../../kernel/products/purchase-form.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Product } from '../products.ts';
import type { ProductPurchase } from '../use-product-purchase.ts';
import { Estimate } from './estimate.tsx';
import styles from './purchase.module.css';
import { SharePicker } from './share-picker.tsx';

export interface PurchaseProps {
  product: Product;
  purchase: ProductPurchase;
}

/** The share picker is above the facts, the field below them. */
export function Shares({ product, purchase }: PurchaseProps) {
  if (product.type !== 'shared') return null;
  return (
    <SharePicker
      product={product}
      chosen={purchase.percent}
      startAt={purchase.quote?.startAt}
      error={purchase.error}
      onChoose={purchase.choose}
    />
  );
}

export function PurchaseFields({ product, purchase }: PurchaseProps) {
  const { choice, quote } = purchase;
  if (product.state !== 'open') return null;
  return (
    <>
      {purchase.needsToken && <TokenNote product={product} />}
      {product.type !== 'shared' && <Units product={product} purchase={purchase} />}
      {choice && quote ? (
        <Estimate product={product} choice={choice} quote={quote} />
      ) : (
        <Skeleton height="180px" />
      )}
    </>
  );
}

function Units({ product, purchase }: PurchaseProps) {
  const t = useT();
  const { quote, typed, type, error } = purchase;
  const { payCoin, maxUnits } = product;
  const places = useCoinPlaces(payCoin);
  const available = useCoin(payCoin)?.available;
  const amount = (value: string | undefined) => (
    <AmountText value={value} places={exactPlaces(value ?? '', places)} unit={payCoin} />
  );
  return (
    <Text as="div" top={6}>
      <p className={styles.available}>
        {t('staking.available')} <b>{amount(available)}</b>
      </p>
      <NumberField
        name="units"
        label={t('staking.unitsLabel')}
        value={typed}
        onChange={type}
        places={0}
        step="1"
        min="1"
        max={String(maxUnits)}
        error={error}
        hint={
          <>
            <span>{t('staking.unitsRange', { max: maxUnits })}</span>
            <span>{amount(quote?.invested)}</span>
          </>
        }
      />
    </Text>
  );
}

function TokenNote({ product: { token } }: Pick<PurchaseProps, 'product'>) {
  const t = useT();
  const locale = useNumberLocale();
  const coin = useCoin(token?.coin ?? '');
  if (token === undefined) return null;
  const print = (value: string) => formatAmount(value, { locale, places: exactPlaces(value, 0) });
  return (
    <Note kind="warn">
      {t('staking.tokenMissing', { amount: print(token.min), coin: token.coin })}
      {coin && ` ${t('staking.youHave', { amount: print(coin.total), coin: token.coin })}`}
    </Note>
  );
}

const STATES = { 'sold-out': 'staking.soldOutHint', closed: 'staking.closedHint' } as const;

export function ReviewBar({ product, purchase }: PurchaseProps) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useCoinPlaces(product.payCoin);
  const { state, payCoin } = product;
  const { quote, choice } = purchase;
  if (state !== 'open') {
    return <PurchaseBar note={t(STATES[state])} label={t('staking.reviewPurchase')} isDisabled />;
  }
  const amount = quote && formatAmount(quote.invested, { locale, places });
  const label =
    amount === undefined
      ? t('staking.reviewPurchase')
      : choice && 'percent' in choice
        ? t('staking.reviewShare', {
            share: formatPercent(String(choice.percent), locale),
            amount,
            coin: payCoin,
          })
        : t('staking.reviewFor', { amount, coin: payCoin });
  const isReady = purchase.canReview && !purchase.needsToken;
  return <PurchaseBar label={label} isDisabled={!isReady} onPress={purchase.review} />;
}
