/** Confirms deleting a key: programs that use it stop working immediately. */
import { ConfirmDialog, showToast } from '@tern/ui';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type ApiKey, deleteKey } from '../api.ts';

export interface DeleteKeyDialogProps {
  /** Undefined while the dialog is closed. */
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

export function DeleteKeyDialog({ apiKey, onClose }: DeleteKeyDialogProps) {
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: (id: number) => deleteKey(id),
    onDone: () => {
      showToast(t('keys.deleted'), 'done');
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={apiKey !== undefined}
      question={t('keys.deleteQuestion', { name: apiKey?.name ?? '' })}
      confirmLabel={t('keys.delete')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      busyLabel={t('keys.deleting')}
      onConfirm={() => apiKey && submit(apiKey.ID)}
      onCancel={onClose}
    >
      {t('keys.deleteText')}
    </ConfirmDialog>
  );
}
