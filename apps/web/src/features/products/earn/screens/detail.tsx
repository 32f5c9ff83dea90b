/** One fixed term: its terms, the figures of an amount, and buying it. */
import { useQuery } from '@tanstack/react-query';
import { Card, Chip, FinePrint, KeyValue, KeyValues, Note, SkeletonForm } from '@tern/ui';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { ProductHead } from '../../../../kernel/products/product-card.tsx';
import { ProductPage } from '../../../../kernel/products/product-page.tsx';
import type { ProductPageProps } from '../../../../kernel/products/product-tabs.ts';
import {
  FiguresFailed,
  PurchaseAmount,
  PurchaseBar,
  PurchaseForm,
} from '../../../../kernel/products/purchase-form.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useContactReference } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type FixedTerm, productQuery } from '../api.ts';
import styles from '../parts/earn.module.css';
import { PurchaseFigures } from '../parts/purchase-figures.tsx';
import { PurchaseReview } from '../parts/purchase-review.tsx';
import { usePurchaseForm } from '../use-purchase-form.ts';

export function FixedTermDetail({ id }: ProductPageProps) {
  const t = useT();
  return (
    <ProductPage
      title={t('earn.fixedTerm')}
      query={useQuery(productQuery(id))}
      skeleton={<SkeletonForm />}
      foot="cta"
    >
      {(product) => <Purchase product={product} />}
    </ProductPage>
  );
}

type Buying = ReturnType<typeof usePurchaseForm>;

function Purchase({ product }: { product: FixedTerm }) {
  const t = useT();
  const buying = usePurchaseForm(product);
  useContactReference(product.name);
  const { form, user, isFrozen, figures } = buying;
  const print = useAmountText(useCoinPlaces(product.asset));
  const sum = { amount: print(form.values.amount), coin: product.asset };
  return (
    <>
      <PurchaseForm
        form={form}
        label={product.name}
        className={styles.form}
        onSubmit={buying.review}
      >
        {isFrozen && <AccountStatusBanner user={user} obstacle="frozen" />}
        <Terms product={product} />
        {product.isOpen ? (
          <>
            <AmountEntry product={product} buying={buying} />
            {figures.hasFailed && (
              <FiguresFailed text={t('earn.figuresFailed')} onRetry={figures.retry} />
            )}
            <PurchaseFigures product={product} {...figures} />
          </>
        ) : (
          <Note>{t('earn.notSold')}</Note>
        )}
        <FinePrint>{t('earn.risk')}</FinePrint>
        <PurchaseBar
          label={buying.canReview ? t('earn.reviewAmount', sum) : t('earn.review')}
          isDisabled={!buying.canReview}
        />
      </PurchaseForm>
      <PurchaseReview product={product} buying={buying} />
    </>
  );
}

function Terms({ product }: { product: FixedTerm }) {
  const { name, asset, logo, days, dailyRate, payoutTime, penalty, fee, content } = product;
  const t = useT();
  const ratio = useRatioText();
  const known = useCoin(asset)?.logo;
  return (
    <Card>
      <ProductHead
        symbol={asset}
        logo={logo === '' ? known : logo}
        name={name}
        note={t('earn.days', { count: days })}
        value={ratio(dailyRate)}
        valueNote={t('earn.aDaySimple')}
      />
      {content !== '' && <p className={styles.content}>{content}</p>}
      <div className={styles.facts}>
        <KeyValues>
          <KeyValue name={t('earn.payout')} value={t('earn.dailyAt', { time: payoutTime })} />
          <KeyValue name={t('earn.principal')} value={t('earn.backAtEnd')} />
          <KeyValue
            name={t('earn.leavingEarly')}
            value={t('earn.penaltyAndFee', { penalty: ratio(penalty), fee: ratio(fee) })}
          />
        </KeyValues>
      </div>
    </Card>
  );
}

function AmountEntry({ product, buying }: { product: FixedTerm; buying: Buying }) {
  const { asset, min, max, places } = product;
  const { available, isFrozen } = buying;
  const t = useT();
  const print = useAmountText(useCoinPlaces(asset));
  return (
    <div className={styles.amount}>
      <PurchaseAmount
        field={buying.field}
        label={t('earn.amountIn', { coin: asset })}
        asset={asset}
        places={places}
        isDisabled={isFrozen}
        hint={`${print(min)} – ${print(max)} ${asset}`}
      />
      {available !== undefined && (
        <p className={styles.available}>
          <span>{t('earn.available', { amount: print(available) })}</span>
          {!isFrozen && <Chip onPress={buying.setMost}>{t('earn.max')}</Chip>}
        </p>
      )}
    </div>
  );
}
