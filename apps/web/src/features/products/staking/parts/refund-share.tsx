/** Returning a share in full while its machine is not complete. */
import { ConfirmDialog, showToast } from '@tern/ui';
import { useState } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { refundShare, reloadStaking, rememberOrder } from '../api.ts';
import type { StakeOrder } from '../products.ts';

export function useRefund(order: StakeOrder) {
  const t = useT();
  const amount = useInvested(order);
  const [isAsked, setAsked] = useState(false);
  const { submit, isBusy } = useSubmit<number, StakeOrder>({
    movesMoney: true,
    send: refundShare,
    onDone: (refunded) => {
      setAsked(false);
      rememberOrder(refunded);
      showToast(t('staking.refunded', { amount }), 'done');
    },
    onFailed: () => {
      setAsked(false);
      reloadStaking();
    },
  });
  return {
    isAsked,
    isBusy,
    ask: () => setAsked(true),
    leave: () => setAsked(false),
    confirm: () => submit(order.ID),
  };
}

function useInvested({ invested, payCoin }: StakeOrder): string {
  const print = useAmountText(useCoinPlaces(payCoin));
  return `${print(invested)} ${payCoin}`;
}

export interface RefundDialogProps {
  order: StakeOrder;
  refunding: ReturnType<typeof useRefund>;
}

export function RefundDialog({ order, refunding }: RefundDialogProps) {
  const t = useT();
  const amount = useInvested(order);
  return (
    <ConfirmDialog
      isOpen={refunding.isAsked}
      question={t('staking.refundQuestion')}
      confirmLabel={t('staking.refundConfirm', { amount })}
      cancelLabel={t('staking.keepIt')}
      isBusy={refunding.isBusy}
      busyLabel={t('staking.refunding')}
      onConfirm={refunding.confirm}
      onCancel={refunding.leave}
    >
      {t('staking.refundText', { amount, name: order.name })}
    </ConfirmDialog>
  );
}
