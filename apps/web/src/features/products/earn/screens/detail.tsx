/** One fixed term: its terms, the figures of an amount, and buying it. */
import { useQuery } from '@tanstack/react-query';
import {
  BigAmountField,
  Button,
  Card,
  Chip,
  CtaBar,
  FinePrint,
  formatAmount,
  KeyValue,
  KeyValues,
  NavBar,
  Note,
  ScreenBody,
  ScreenHeader,
  SkeletonForm,
  useNumberLocale,
} from '@tern/ui';
import type { FormEvent } from 'react';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { ProductHead } from '../../../../kernel/products/product-card.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { ContactLink, useContactReference } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { usePageTitle } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import type { ProductPageProps } from '../../../../kernel/products/product-tabs.ts';
import { type FixedTerm, productQuery } from '../api.ts';
import styles from '../parts/earn.module.css';
import { PurchaseFigures } from '../parts/purchase-figures.tsx';
import { ReviewSheet } from '../parts/review-sheet.tsx';
import { usePurchaseForm } from '../use-purchase-form.ts';

export function FixedTermDetail({ id }: ProductPageProps) {
  const t = useT();
  const back = useBack();
  usePageTitle(t('earn.fixedTerm'));
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('earn.fixedTerm')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta">
        <Loaded query={useQuery(productQuery(id))} skeleton={<SkeletonForm />}>
          {(product) => <Purchase product={product} />}
        </Loaded>
      </ScreenBody>
    </>
  );
}

type Buying = ReturnType<typeof usePurchaseForm>;

function Purchase({ product }: { product: FixedTerm }) {
  const t = useT();
  const buying = usePurchaseForm(product);
  useContactReference(product.name);
  const { form, user, isFrozen, figures } = buying;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    buying.review();
  };
  return (
    <>
      <form
        ref={form.ref}
        noValidate
        className={styles.form}
        aria-label={product.name}
        onSubmit={submit}
      >
        {isFrozen && <AccountStatusBanner user={user} obstacle="frozen" />}
        <Terms product={product} />
        {product.isOpen ? (
          <>
            <AmountEntry product={product} buying={buying} />
            {figures.hasFailed && <FiguresFailed onRetry={figures.retry} />}
            <PurchaseFigures product={product} {...figures} />
          </>
        ) : (
          <Note>{t('earn.notSold')}</Note>
        )}
        <FinePrint>{t('earn.risk')}</FinePrint>
        <ReviewBar product={product} buying={buying} />
      </form>
      <ReviewSheet
        product={product}
        reviewed={buying.reviewed}
        isBusy={buying.isBusy}
        onConfirm={buying.buy}
        onClose={buying.leave}
      />
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
  const locale = useNumberLocale();
  const shown = useCoinPlaces(asset);
  const print = useAmountText(shown);
  return (
    <div className={styles.amount}>
      <BigAmountField
        {...buying.field}
        size="hero"
        label={t('earn.amountIn', { coin: asset })}
        placeholder={formatAmount('0', { locale, places: Math.min(shown, 2) })}
        places={places}
        unit={asset}
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

function FiguresFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <Note kind="warn">
      <p>{t('earn.figuresFailed')}</p>
      <Button isSmall className={styles.retry ?? ''} onPress={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </Note>
  );
}

function ReviewBar({ product, buying }: { product: FixedTerm; buying: Buying }) {
  const t = useT();
  const print = useAmountText(useCoinPlaces(product.asset));
  const { amount } = buying.form.values;
  return (
    <CtaBar>
      <Button type="submit" kind="primary" isFull isDisabled={!buying.canReview}>
        {buying.canReview
          ? t('earn.reviewAmount', { amount: print(amount), coin: product.asset })
          : t('earn.review')}
      </Button>
    </CtaBar>
  );
}
