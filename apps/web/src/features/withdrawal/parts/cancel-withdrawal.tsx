/** Takes back a withdrawal that nobody has decided, after asking. */
import { useCancel } from '../../../kernel/transfer/use-cancel.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { cancelWithdrawal, patchWithdrawal, reloadWithdrawals, type Withdrawal } from '../api.ts';

/** `ask` opens the question; draw `dialog` once on the screen. */
export function useCancelWithdrawal(withdrawal: Withdrawal | undefined) {
  const t = useT();
  return useCancel({
    row: withdrawal,
    coin: withdrawal?.coinname ?? '',
    send: cancelWithdrawal,
    onCancelled: (row) => {
      patchWithdrawal(row);
      reloadWithdrawals();
    },
    onFailed: reloadWithdrawals,
    words: {
      question: t('transfer.cancelQuestion'),
      consequence: t('transfer.returnsAtOnce'),
      confirm: t('transfer.cancelIt'),
      done: t('transfer.cancelDone'),
    },
  });
}
