/** The page of one machine or staking product: all facts, the figures of a purchase, and the purchase. */
import { useQuery } from '@tanstack/react-query';
import { FinePrint, formatDate, Pill, SkeletonDetail, useNumberLocale } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { ProductHead } from '../../../../kernel/products/product-card.tsx';
import { ProductPage } from '../../../../kernel/products/product-page.tsx';
import { useContactReference } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { productQuery } from '../api.ts';
import type { Product, StakingKind } from '../products.ts';
import { useProductPurchase } from '../use-product-purchase.ts';
import { ProductFacts } from './product-facts.tsx';
import { PurchaseFields, ReviewBar, Shares } from './purchase-form.tsx';
import { PurchaseReview } from './purchase-review.tsx';
import styles from './purchase.module.css';
import { OutputADay, useTermsTexts } from './terms.tsx';

const TITLES = { machines: 'staking.detailTitle', staking: 'staking.stakingDetail' } as const;

export function ProductDetail({ kind, id }: { kind: StakingKind; id: number }) {
  const t = useT();
  return (
    <ProductPage
      title={t(TITLES[kind])}
      query={useQuery(productQuery(id))}
      skeleton={<SkeletonDetail count={8} />}
      foot="cta"
      onRefresh={useRefresh()}
    >
      {(product) => <Detail product={product} />}
    </ProductPage>
  );
}

function Detail({ product }: { product: Product }) {
  const t = useT();
  const purchase = useProductPurchase(product);
  useContactReference(product.name);
  const parts = { product, purchase };
  return (
    <>
      <div className={styles.page}>
        <Head product={product} />
        <Shares {...parts} />
        <ProductFacts product={product} />
        {product.text !== '' && <p className={styles.text}>{product.text}</p>}
        <PurchaseFields {...parts} />
        <FinePrint>
          {t(product.returnsPrincipal ? 'staking.stakingRisk' : 'staking.machinesRisk')}
        </FinePrint>
      </div>
      <ReviewBar {...parts} />
      <PurchaseReview purchase={purchase} />
    </>
  );
}

const STATES = { 'sold-out': 'staking.soldOut', closed: 'staking.closed' } as const;

function Head({ product }: { product: Product }) {
  const t = useT();
  const locale = useNumberLocale();
  const texts = useTermsTexts();
  const places = useCoinPlaces(product.payCoin);
  const known = useCoin(product.coin)?.logo;
  const { state, type, price, payCoin } = product;
  const isShared = type === 'shared';
  return (
    <ProductHead
      symbol={product.coin}
      logo={product.logo === '' ? known : product.logo}
      name={product.name}
      aside={state === 'open' ? undefined : <Pill>{t(STATES[state])}</Pill>}
      note={t('staking.listed', { date: formatDate(product.listedAt, { locale, detail: 'day' }) })}
      value={
        isShared ? <ExactAmount value={price} places={places} /> : <OutputADay terms={product} />
      }
      valueNote={
        isShared ? t('staking.wholeMachine', { coin: payCoin }) : texts.outputNote(product)
      }
    />
  );
}
