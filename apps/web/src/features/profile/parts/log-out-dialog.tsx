/** Confirms logging out, because it clears this browser's data (spec §4). */
import { ConfirmDialog } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { logOut } from '../api.ts';

export interface LogOutDialogProps {
  isOpen: boolean;
  onCancel: () => void;
}

export function LogOutDialog({ isOpen, onCancel }: LogOutDialogProps) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void logOut();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={t('profile.logOutQuestion')}
      confirmLabel={t('profile.logOut')}
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      busyLabel={t('profile.leaving')}
      onConfirm={leave}
      onCancel={onCancel}
    >
      {t('profile.logOutText')}
    </ConfirmDialog>
  );
}
