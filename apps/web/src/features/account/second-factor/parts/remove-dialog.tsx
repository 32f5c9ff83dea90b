/** Asks before a factor is removed, because withdrawals pause for a day. */
import { ConfirmDialog, showToast } from '@tern/ui';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Passkey, removeAuthenticator, removePasskey } from '../api.ts';

export interface RemoveDialogProps {
  /** Undefined while closed. */
  factor: Passkey | 'authenticator' | undefined;
  /** Afterwards the password alone is enough. */
  isLast: boolean;
  onClose: () => void;
}

export function RemoveDialog({ factor, isLast, onClose }: RemoveDialogProps) {
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: (which: Passkey | 'authenticator') =>
      which === 'authenticator' ? removeAuthenticator() : removePasskey(which.ID),
    onDone: () => {
      showToast(t('second-factor.removed'), 'done');
      onClose();
    },
    onFailed: onClose,
  });
  const name = typeof factor === 'object' ? factor.name : t('second-factor.authenticator');
  return (
    <ConfirmDialog
      isOpen={factor !== undefined}
      question={t('second-factor.removeQuestion', { name })}
      confirmLabel={t('second-factor.remove')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      busyLabel={t('second-factor.removing')}
      onConfirm={() => factor && submit(factor)}
      onCancel={onClose}
    >
      {isLast && <p>{t('second-factor.removeLast')}</p>}
      <p>{t('second-factor.pauseNote')}</p>
    </ConfirmDialog>
  );
}
