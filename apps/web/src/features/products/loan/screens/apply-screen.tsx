/** The application for a loan: an amount within the bounds, its whole cost, and consent to the collection. */
import { useQuery } from '@tanstack/react-query';
import {
  BigAmountField,
  Button,
  Checkbox,
  CtaBar,
  FinePrint,
  formatAmount,
  NavBar,
  ScreenBody,
  ScreenHeader,
  SkeletonForm,
  useNumberLocale,
} from '@tern/ui';
import type { FormEvent } from 'react';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ContactLink } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type LoanProduct, productsQuery } from '../api.ts';
import { CostCard, CostFailed, CostTable, Rates, WorstCase } from '../parts/cost-card.tsx';
import styles from '../parts/loan.module.css';
import { useChosenProduct } from '../use-chosen-product.ts';
import { useLoanForm } from '../use-loan-form.ts';

export function ApplyScreen() {
  const t = useT();
  const back = useBack();
  const id = useChosenProduct();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('loan.applyTitle')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta">
        <Loaded query={useQuery(productsQuery)} skeleton={<SkeletonForm />}>
          {(products) => {
            const product = products.find(({ ID }) => ID === id);
            return product === undefined ? <NoProduct /> : <Apply product={product} />;
          }}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function NoProduct() {
  const t = useT();
  return (
    <EmptyState
      title={t('loan.notOffered')}
      label={t('loan.seeLoans')}
      page={pages.loan}
      isReplaced
    />
  );
}

type LoanForm = ReturnType<typeof useLoanForm>;

function Apply({ product }: { product: LoanProduct }) {
  const t = useT();
  const loanForm = useLoanForm(product);
  const { form, user, obstacle, cost } = loanForm;
  const { quote, isLate } = cost;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (loanForm.canSend) loanForm.send();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={styles.form}
      aria-label={t('loan.applyTitle')}
      onSubmit={submit}
    >
      {obstacle !== undefined && (
        <AccountStatusBanner {...{ user, obstacle }} verifyTitle={t('loan.verifyFirst')} />
      )}
      <AmountEntry product={product} loanForm={loanForm} />
      {cost.hasFailed && <CostFailed onRetry={cost.retry} />}
      <CostCard {...{ product, quote, isLate }} />
      <Rates product={product} />
      <CostTable {...{ product, quote, isLate }} />
      <WorstCase {...{ product, quote, isLate }} />
      <ConsentBox loanForm={loanForm} />
      <FinePrint>{t('loan.applyNote')}</FinePrint>
      <ApplyBar product={product} loanForm={loanForm} />
    </form>
  );
}

function AmountEntry({ product, loanForm }: { product: LoanProduct; loanForm: LoanForm }) {
  const { name, asset, min, max, termDays, places } = product;
  const t = useT();
  const locale = useNumberLocale();
  const shown = useCoinPlaces(asset);
  const print = useAmountText(shown);
  return (
    <div className={styles.amount}>
      <p>{t('loan.productTerm', { name, count: termDays })}</p>
      <BigAmountField
        {...loanForm.field}
        size="hero"
        label={t('transfer.amountIn', { coin: asset })}
        placeholder={formatAmount('0', { locale, places: Math.min(shown, 2) })}
        places={places}
        unit={asset}
        isDisabled={loanForm.obstacle !== undefined || loanForm.isBusy}
      />
      <p>{`${print(min)} – ${print(max)} ${asset}`}</p>
    </div>
  );
}

/** The consent names the sum and its date; it appears with them. */
function ConsentBox({ loanForm }: { loanForm: LoanForm }) {
  const { consent, isAgreed, agree } = loanForm;
  if (consent === undefined) return null;
  return (
    <Checkbox name="consent" isChecked={isAgreed} onChange={agree}>
      <b className={styles.consent}>{consent.sum}</b> {consent.terms}
    </Checkbox>
  );
}

function ApplyBar({ product, loanForm }: { product: LoanProduct; loanForm: LoanForm }) {
  const { form, consent, isAgreed, canSend, isBusy, obstacle } = loanForm;
  const t = useT();
  const print = useAmountText(useCoinPlaces(product.asset));
  const { amount } = form.values;
  const isTickMissing = consent !== undefined && !isAgreed && obstacle === undefined;
  const sum = { amount: print(amount), coin: product.asset };
  return (
    <CtaBar note={isTickMissing ? t('loan.tickFirst') : undefined}>
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        busyLabel={t('transfer.sending')}
        isDisabled={!canSend}
      >
        {consent === undefined ? t('loan.apply') : t('loan.applyFor', sum)}
      </Button>
    </CtaBar>
  );
}
