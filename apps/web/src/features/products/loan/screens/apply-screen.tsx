/** The application for a loan: an amount within the bounds, its whole cost, and consent to the collection. */
import { useQuery } from '@tanstack/react-query';
import { Checkbox, FinePrint, NavBar, ScreenBody, ScreenHeader, SkeletonForm } from '@tern/ui';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import {
  FiguresFailed,
  PurchaseAmount,
  PurchaseBar,
  PurchaseForm,
} from '../../../../kernel/products/purchase-form.tsx';
import { ContactLink } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type LoanProduct, productsQuery } from '../api.ts';
import { CostCard, CostTable, Rates, WorstCase } from '../parts/cost-card.tsx';
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
  return (
    <PurchaseForm
      form={form}
      label={t('loan.applyTitle')}
      className={styles.form}
      onSubmit={() => loanForm.canSend && loanForm.send()}
    >
      {obstacle !== undefined && (
        <AccountStatusBanner {...{ user, obstacle }} verifyTitle={t('loan.verifyFirst')} />
      )}
      <AmountEntry product={product} loanForm={loanForm} />
      {cost.hasFailed && <FiguresFailed text={t('loan.costFailed')} onRetry={cost.retry} />}
      <CostCard {...{ product, quote, isLate }} />
      <Rates product={product} />
      <CostTable {...{ product, quote, isLate }} />
      <WorstCase {...{ product, quote, isLate }} />
      <ConsentBox loanForm={loanForm} />
      <FinePrint>{t('loan.applyNote')}</FinePrint>
      <ApplyBar product={product} loanForm={loanForm} />
    </PurchaseForm>
  );
}

function AmountEntry({ product, loanForm }: { product: LoanProduct; loanForm: LoanForm }) {
  const { name, asset, min, max, termDays, places } = product;
  const t = useT();
  const print = useAmountText(useCoinPlaces(asset));
  return (
    <div className={styles.amount}>
      <p>{t('loan.productTerm', { name, count: termDays })}</p>
      <PurchaseAmount
        field={loanForm.field}
        label={t('transfer.amountIn', { coin: asset })}
        asset={asset}
        places={places}
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
    <PurchaseBar
      note={isTickMissing ? t('loan.tickFirst') : undefined}
      label={consent === undefined ? t('loan.apply') : t('loan.applyFor', sum)}
      isDisabled={!canSend}
      isBusy={isBusy}
      busyLabel={t('transfer.sending')}
    />
  );
}
