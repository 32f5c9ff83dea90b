/** Cancels a request under review, after confirmation. */
import { ConfirmDialog } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useTransferToast } from './form-messages.ts';
import type { FundingRequest } from './request.ts';

export interface CancelRequest<Row> {
  /** Undefined while unknown: then the dialog does not open. */
  request: Row | undefined;
  send: (id: number, key: string) => Promise<Row>;
  /** Shows the cancelled request. */
  patch: (row: Row) => void;
  /** Refetches after success, and after a failure: the request may have been decided. */
  reload: () => void;
  /** Of incoming money, with the consequence of cancelling; outgoing money returns to the balance. */
  texts?: { question: string; confirm: string; meaning: string };
}

/** `ask` opens the dialog; render `dialog` once on the screen. */
export function useCancelRequest<Row extends FundingRequest>(options: CancelRequest<Row>) {
  const { request, texts } = options;
  const t = useT();
  const showTransferToast = useTransferToast();
  const places = useCoinPlaces(request?.asset ?? '');
  const [isAsked, setAsked] = useState(false);
  const { submit, isBusy } = useSubmit<number, Row>({
    movesMoney: true,
    send: options.send,
    onDone: (row) => {
      setAsked(false);
      options.patch(row);
      options.reload();
      showTransferToast(texts ? 'cancelledIn' : 'cancelledOut', row, places);
    },
    onFailed: () => {
      setAsked(false);
      options.reload();
    },
  });
  const dialog = (
    <ConfirmDialog
      isOpen={isAsked && request !== undefined}
      question={texts?.question ?? t('transfer.cancelQuestion')}
      confirmLabel={texts?.confirm ?? t('transfer.cancelIt')}
      confirmKind="danger"
      cancelLabel={t('transfer.keepIt')}
      busyLabel={t('transfer.cancelling')}
      isBusy={isBusy}
      onConfirm={() => request && submit(request.ID)}
      onCancel={() => setAsked(false)}
    >
      {request && (texts?.meaning ?? <MoneyReturns {...request} />)}
    </ConfirmDialog>
  );
  return { ask: () => setAsked(true), dialog };
}

/** An amount with the note that it returns to the balance immediately. */
function MoneyReturns({ asset, amount }: FundingRequest) {
  const t = useT();
  return (
    <>
      <ExactAmount value={amount} places={useCoinPlaces(asset)} unit={asset} />
      {' · '}
      {t('transfer.returnsAtOnce')}
    </>
  );
}
