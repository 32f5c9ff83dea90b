/** Repays a loan in whole or part: what is paid first, what is left, and the balance after it. */
import { type Amount, decimal, formatDecimal, subtract } from '@tern/money';
import {
  AmountText,
  Button,
  FinePrint,
  Icon,
  Inline,
  KeyValue,
  KeyValues,
  Segmented,
  Sheet,
  Text,
  warningIcon,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { PurchaseAmount, PurchaseForm } from '../../../../kernel/products/purchase-form.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Loan } from '../api.ts';
import { isSome, sumsOf } from '../loan-view.ts';
import { useRepayForm } from '../use-repay-form.ts';
import styles from './repay.module.css';

export interface RepaySheetProps {
  loan: Loan;
  isOpen: boolean;
  onClose: () => void;
}

export function RepaySheet({ loan, isOpen, onClose }: RepaySheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('loan.repay')}>
      <RepayForm loan={loan} onDone={onClose} />
    </Sheet>
  );
}

type Repaying = ReturnType<typeof useRepayForm>;

/** Mounted only while the sheet is open, so that each opening starts with the whole sum. */
function RepayForm({ loan, onDone }: { loan: Loan; onDone: () => void }) {
  const t = useT();
  const repaying = useRepayForm(loan, onDone);
  const { form, kind, coin, canSend, isBusy } = repaying;
  const { asset } = loan;
  const print = useAmountText(useCoinPlaces(asset));
  return (
    <PurchaseForm
      form={form}
      label={t('loan.repay')}
      className={styles.form}
      onSubmit={() => canSend && repaying.send()}
    >
      {coin && (
        <Text size="label" tone="soft">
          {t('transfer.availableAmount', { amount: print(coin.available) })}
        </Text>
      )}
      <Segmented
        label={t('loan.howMuch')}
        value={kind}
        onChange={repaying.choose}
        options={[
          { key: 'all', label: t('loan.allOfIt') },
          { key: 'part', label: t('loan.part') },
        ]}
      />
      {kind === 'all' ? (
        <WholeSum loan={loan} error={repaying.error} />
      ) : (
        <PartSum loan={loan} repaying={repaying} />
      )}
      <Parts loan={loan} repaying={repaying} />
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        busyLabel={t('transfer.sending')}
        isDisabled={!canSend}
      >
        {canSend
          ? t('loan.repayAmount', { amount: print(repaying.amount), coin: asset })
          : t('loan.repay')}
      </Button>
      <FinePrint>{t('loan.repayNote')}</FinePrint>
    </PurchaseForm>
  );
}

function WholeSum({ loan: { asset, total }, error }: { loan: Loan; error: string | undefined }) {
  const places = useCoinPlaces(asset);
  return (
    <div className={styles.whole}>
      <AmountText look="hero" value={total} places={exactPlaces(total, places)} unit={asset} />
      {error !== undefined && (
        <Inline as="p" role="alert" gap={6} align="center" size="cap" tone="alert">
          <Icon of={warningIcon} size={14} />
          {error}
        </Inline>
      )}
    </div>
  );
}

function PartSum({ loan: { asset }, repaying }: { loan: Loan; repaying: Repaying }) {
  const { form, coin, error, isBusy } = repaying;
  const t = useT();
  const usual = useCoinPlaces(asset);
  return (
    <PurchaseAmount
      field={{ ...form.field('amount'), error }}
      label={t('transfer.amountIn', { coin: asset })}
      asset={asset}
      places={coin?.places ?? usual}
      isDisabled={isBusy}
    />
  );
}

/** Interest first, then principal; what is saved and left; the balance after it. */
function Parts({ loan, repaying }: { loan: Loan; repaying: Repaying }) {
  const { asset, status } = loan;
  const { parts, kind, coin, amount } = repaying;
  const t = useT();
  const places = useCoinPlaces(asset);
  const { toCome } = sumsOf(loan);
  const isSaving = kind === 'all' && status === 'active' && isSome(toCome);
  const after = coin && parts && formatDecimal(subtract(of(coin.available), of(amount)));
  return (
    <div className={styles.parts}>
      <KeyValues>
        <KeyValue
          name={t('loan.interestFirst')}
          value={<ExactAmount value={parts?.interest} places={places} unit={asset} />}
        />
        <KeyValue
          name={t('loan.thenPrincipal')}
          value={<ExactAmount value={parts?.principal} places={places} unit={asset} />}
        />
        {isSaving && (
          <KeyValue
            name={t('loan.notPaid')}
            value={<ExactAmount value={toCome} places={places} unit={asset} />}
          />
        )}
        <KeyValue
          name={t('loan.leftToRepay')}
          value={<ExactAmount value={parts?.left} places={places} unit={asset} />}
        />
        <KeyValue
          isTotal
          name={t('loan.balanceAfter')}
          value={<ExactAmount value={after} places={places} unit={asset} />}
        />
      </KeyValues>
    </div>
  );
}

const of = (text: string) => decimal<Amount>(text);
