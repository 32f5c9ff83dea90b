/** Takes back a withdrawal that nobody has decided, after asking. */
import { AmountText, ConfirmDialog, showToast } from '@tern/ui';
import { useState } from 'react';
import { useSubmit } from '../../../kernel/submit.ts';
import { useCoinPlaces } from '../../../kernel/transfer/use-coin-places.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { cancelWithdrawal, patchWithdrawal, reloadWithdrawals, type Withdrawal } from '../api.ts';

/** `ask` opens the question; draw `dialog` once on the screen. */
export function useCancelWithdrawal(withdrawal: Withdrawal | undefined) {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const { submit, isBusy } = useSubmit<number, Withdrawal>({
    movesMoney: true,
    send: cancelWithdrawal,
    onDone: (row) => {
      setAsked(false);
      patchWithdrawal(row);
      reloadWithdrawals();
      showToast(t('withdrawal.cancelDone'), 'done');
    },
    onFailed: () => {
      setAsked(false);
      // Decided meanwhile, or nobody knows: the record has to say.
      reloadWithdrawals();
    },
  });
  const dialog = (
    <ConfirmDialog
      isOpen={isAsked && withdrawal !== undefined}
      question={t('withdrawal.cancelQuestion')}
      confirmLabel={t('withdrawal.cancelIt')}
      confirmKind="danger"
      cancelLabel={t('transfer.keepIt')}
      busyLabel={t('transfer.cancelling')}
      isBusy={isBusy}
      onConfirm={() => withdrawal && submit(withdrawal.ID)}
      onCancel={() => setAsked(false)}
    >
      {withdrawal && <Returned withdrawal={withdrawal} />}
    </ConfirmDialog>
  );
  return { ask: () => setAsked(true), dialog };
}

function Returned({ withdrawal: { coinname, num } }: { withdrawal: Withdrawal }) {
  const t = useT();
  return (
    <>
      <AmountText value={num} places={useCoinPlaces(coinname)} unit={coinname} />
      {' · '}
      {t('transfer.returnsAtOnce')}
    </>
  );
}
