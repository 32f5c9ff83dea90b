/** Takes back what nobody has decided yet, after asking. */
import { ConfirmDialog } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useSubmit } from '../submit.ts';
import { useCoinPlaces } from './use-coin-places.ts';
import { useTransferToast } from './use-transfer-toast.ts';

export interface CancelRequest<Row> {
  /** Undefined while it is not known: nothing is asked then. */
  record: Row | undefined;
  /** Of the record. */
  coin: string | undefined;
  send: (id: number, key: string) => Promise<Row>;
  onDone: (row: Row) => void;
  /** Decided meanwhile, or nobody knows: the record has to say. */
  onFailed: () => void;
  words: { question: string; confirm: string };
  outcome: 'cancelledIn' | 'cancelledOut';
  /** What taking it back means. */
  meaning: ReactNode;
}

interface TakenBack {
  ID: number;
  num: string;
}

/** `ask` opens the question; draw `dialog` once on the screen. */
export function useCancelRequest<Row extends TakenBack>(options: CancelRequest<Row>) {
  const { record, coin = '', words, meaning } = options;
  const t = useT();
  const say = useTransferToast();
  const places = useCoinPlaces(coin);
  const [isAsked, setAsked] = useState(false);
  const { submit, isBusy } = useSubmit<number, Row>({
    movesMoney: true,
    send: options.send,
    onDone: (row) => {
      setAsked(false);
      options.onDone(row);
      say(options.outcome, { coin, num: row.num, places });
    },
    onFailed: () => {
      setAsked(false);
      options.onFailed();
    },
  });
  const dialog = (
    <ConfirmDialog
      isOpen={isAsked && record !== undefined}
      question={words.question}
      confirmLabel={words.confirm}
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
