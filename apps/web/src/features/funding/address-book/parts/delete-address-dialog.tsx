/** Confirms deleting an address. */
import { ConfirmDialog, showToast } from '@tern/ui';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Address, deleteAddress } from '../api.ts';
import styles from '../../withdrawal/parts/withdrawal.module.css';

export interface DeleteAddressDialogProps {
  /** Undefined while the dialog is closed. */
  address: Address | undefined;
  onClose: () => void;
}

export function DeleteAddressDialog({ address, onClose }: DeleteAddressDialogProps) {
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: (id: number) => deleteAddress(id),
    onDone: () => {
      showToast(t('withdrawal.addressDeleted'), 'done');
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={address !== undefined}
      question={t('withdrawal.deleteQuestion')}
      confirmLabel={t('transfer.delete')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      onConfirm={() => address && submit(address.ID)}
      onCancel={onClose}
    >
      <p>{t('transfer.deleteText')}</p>
      <p>{address?.name}</p>
      <p className={styles.mono}>{address?.addr}</p>
    </ConfirmDialog>
  );
}
