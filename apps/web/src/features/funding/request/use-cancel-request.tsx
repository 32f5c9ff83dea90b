/** Cancels a request under review, after confirmation. */
import { ConfirmDialog } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useSubmit } from '../../../kernel/submit.ts';
import { useCoinPlaces } from '../../../kernel/use-coin-places.ts';
import { useTransferToast } from './use-transfer-toast.ts';

export interface CancelRequest<Row> {
  /** Undefined while unknown: then the dialog does not open. */
  record: Row | undefined;
  /** The record's coin. */
  coin: string | undefined;
  send: (id: number, key: string) => Promise<Row>;
  /** Shows the cancelled request. */
  patch: (row: Row) => void;
  /** Refetches after success, and after a failure: the request may have been decided. */
  reload: () => void;
  /** By default those of outgoing money. */
  texts?: { question: string; confirm: string };
  outcome: 'cancelledIn' | 'cancelledOut';
  /** The consequence of cancelling. */
  meaning: ReactNode;
}

interface CancelledRecord {
  ID: number;
  num: string;
}

/** `ask` opens the dialog; render `dialog` once on the screen. */
export function useCancelRequest<Row extends CancelledRecord>(options: CancelRequest<Row>) {
  const { record, coin = '', texts, meaning } = options;
  const t = useT();
  const showTransferToast = useTransferToast();
  const places = useCoinPlaces(coin);
  const [isAsked, setAsked] = useState(false);
  const { submit, isBusy } = useSubmit<number, Row>({
    movesMoney: true,
    send: options.send,
    onDone: (row) => {
      setAsked(false);
      options.patch(row);
      options.reload();
      showTransferToast(options.outcome, { coin, num: row.num, places });
    },
    onFailed: () => {
      setAsked(false);
      options.reload();
    },
  });
  const dialog = (
    <ConfirmDialog
      isOpen={isAsked && record !== undefined}
      question={texts?.question ?? t('transfer.cancelQuestion')}
      confirmLabel={texts?.confirm ?? t('transfer.cancelIt')}
      confirmKind="danger"
      cancelLabel={t('transfer.keepIt')}
      busyLabel={t('transfer.cancelling')}
      isBusy={isBusy}
      onConfirm={() => record && submit(record.ID)}
      onCancel={() => setAsked(false)}
    >
      {record && meaning}
    </ConfirmDialog>
  );
  return { ask: () => setAsked(true), dialog };
}
