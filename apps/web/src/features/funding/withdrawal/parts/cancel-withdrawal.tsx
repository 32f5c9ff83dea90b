/** Cancels a withdrawal request under review, after confirmation. */
import { MoneyReturns } from '../../request/money-returns.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { cancelWithdrawal, patchWithdrawal, reloadWithdrawals, type Withdrawal } from '../api.ts';

/** `ask` opens the dialog; render `dialog` once on the screen. */
export function useCancelWithdrawal(withdrawal: Withdrawal | undefined) {
  const t = useT();
  return useCancelRequest({
    record: withdrawal,
    coin: withdrawal?.coinname,
    send: cancelWithdrawal,
    onDone: (row) => {
      patchWithdrawal(row);
      reloadWithdrawals();
    },
    onFailed: reloadWithdrawals,
    words: {
      question: t('transfer.cancelQuestion'),
      confirm: t('transfer.cancelIt'),
    },
    outcome: 'cancelledOut',
    meaning: withdrawal && <MoneyReturns {...withdrawal} />,
  });
}
