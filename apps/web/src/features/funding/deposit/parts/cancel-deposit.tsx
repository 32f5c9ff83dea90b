/** Cancels a deposit request under review, after confirmation. */
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { cancelDeposit, type Deposit, patchDeposit, reloadDeposits } from '../api.ts';

/** `ask` opens the dialog; render `dialog` once on the screen. */
export function useCancelDeposit(deposit: Deposit | undefined) {
  const t = useT();
  return useCancelRequest<Deposit>({
    record: deposit,
    coin: deposit?.coin,
    send: cancelDeposit,
    onDone: (row) => {
      patchDeposit(row);
      reloadDeposits();
    },
    onFailed: reloadDeposits,
    words: {
      question: t('deposit.cancelQuestion'),
      confirm: t('deposit.cancelIt'),
    },
    outcome: 'cancelledIn',
    meaning: t('deposit.cancelMeaning'),
  });
}
