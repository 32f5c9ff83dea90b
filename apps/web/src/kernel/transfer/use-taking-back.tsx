/** Takes back what nobody has decided yet, after asking. */
import { ConfirmDialog, showToast } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useSubmit } from '../submit.ts';

export interface TakingBack<Row> {
  /** Undefined while it is not known: nothing is asked then. */
  record: Row | undefined;
  send: (id: number, key: string) => Promise<Row>;
  onDone: (row: Row) => void;
  /** Decided meanwhile, or nobody knows: the record has to say. */
  onFailed: () => void;
  words: { question: string; confirm: string; done: string };
  /** What taking it back means. */
  meaning: ReactNode;
}

/** `ask` opens the question; draw `dialog` once on the screen. */
export function useTakingBack<Row extends { ID: number }>(options: TakingBack<Row>) {
  const { record, words, meaning } = options;
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const { submit, isBusy } = useSubmit<number, Row>({
    movesMoney: true,
    send: options.send,
    onDone: (row) => {
      setAsked(false);
      options.onDone(row);
      showToast(words.done, 'done');
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
