/** Confirms deleting a bank card. */
import { ConfirmDialog, showToast } from '@tern/ui';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type BankCard, deleteCard } from '../api.ts';
import { withDots } from '../bank-numbers.ts';
import styles from '../../currencies/bank-money.module.css';

export interface DeleteCardDialogProps {
  /** Undefined while the dialog is closed. */
  card: BankCard | undefined;
  onClose: () => void;
}

export function DeleteCardDialog({ card, onClose }: DeleteCardDialogProps) {
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: (id: number) => deleteCard(id),
    onDone: () => {
      showToast(t('fiat.cardDeleted'), 'done');
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={card !== undefined}
      question={t('fiat.deleteQuestion')}
      confirmLabel={t('transfer.delete')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      onConfirm={() => card && submit(card.ID)}
      onCancel={onClose}
    >
      <p>{t('transfer.deleteText')}</p>
      <p>{card?.bankname}</p>
      <p className={styles.mono}>{card && withDots(card.bankcard)}</p>
    </ConfirmDialog>
  );
}
