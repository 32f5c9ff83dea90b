/** Leaving an order early: its figures are fetched when it is asked about, and confirmed in a dialog. */
import type { UseQueryResult } from '@tanstack/react-query';
import { ConfirmDialog } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useReportError } from '../report-error.ts';
import { useSubmit } from '../submit.ts';

export interface RedemptionCalls<Figures, Redeemed> {
  id: number;
  /** What leaving costs and returns now. */
  query: UseQueryResult<Figures>;
  /** `key` makes retries idempotent. */
  send: (id: number, key: string) => Promise<Redeemed>;
  onRedeemed: (redeemed: Redeemed) => void;
  /** Fetches again what the screen shows. */
  onFailed: () => void;
}

export function useRedemption<Figures, Redeemed>(calls: RedemptionCalls<Figures, Redeemed>) {
  const { query } = calls;
  const report = useReportError();
  const [asked, setAsked] = useState<Figures>();
  const [isOpening, setOpening] = useState(false);
  const leave = () => setAsked(undefined);
  const { submit, isBusy } = useSubmit<number, Redeemed>({
    movesMoney: true,
    send: calls.send,
    onDone: (redeemed) => {
      leave();
      calls.onRedeemed(redeemed);
    },
    onFailed: () => {
      leave();
      calls.onFailed();
    },
  });
  const ask = async () => {
    if (isOpening) return;
    setOpening(true);
    const { data, error, isSuccess } = await query.refetch();
    setOpening(false);
    if (isSuccess) setAsked(data);
    else {
      report(error);
      calls.onFailed();
    }
  };
  return {
    /** For the button; undefined while unknown. */
    known: query.data,
    /** Of the moment of the question. */
    asked,
    isOpening,
    ask: () => void ask(),
    leave,
    isBusy,
    confirm: () => submit(calls.id),
  };
}

export interface RedemptionDialogProps {
  redemption: Pick<ReturnType<typeof useRedemption>, 'isBusy' | 'confirm' | 'leave'>;
  question: string;
  /** "Redeem, lose 250.00 USDT" */
  confirmLabel: string;
  cancelLabel: string;
  busyLabel: string;
  /** Every figure; undefined while nothing is asked. */
  children: ReactNode | undefined;
}

export function RedemptionDialog({ redemption, children, ...texts }: RedemptionDialogProps) {
  return (
    <ConfirmDialog
      {...texts}
      isOpen={children !== undefined}
      confirmKind="danger"
      isBusy={redemption.isBusy}
      onConfirm={redemption.confirm}
      onCancel={redemption.leave}
    >
      {children}
    </ConfirmDialog>
  );
}
