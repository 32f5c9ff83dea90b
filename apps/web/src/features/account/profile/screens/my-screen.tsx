/** The account page: the member, and everything they can set up. */
import { ConfirmDialog, ScreenBody } from '@tern/ui';
import { useState } from 'react';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { useMember } from '../../../../kernel/member.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { logOut } from '../api.ts';
import { AccountSheet } from '../parts/account-sheet.tsx';
import { DisplaySheet } from '../parts/display-sheet.tsx';
import { MyHeader } from '../parts/my-header.tsx';
import { MyMenu } from '../parts/my-menu.tsx';
import { MyShortcuts } from '../parts/my-shortcuts.tsx';

type Overlay = 'account' | 'display' | 'logOut' | undefined;

export function MyScreen() {
  const user = useMember();
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  if (!user) return null;
  return (
    <>
      <MyHeader user={user} />
      <ScreenBody isPadded>
        <MyShortcuts />
        {user.frozen && <AccountStatusBanner user={user} obstacle="frozen" />}
        <MyMenu
          user={user}
          onAccount={() => setOverlay('account')}
          onDisplay={() => setOverlay('display')}
          onLogOut={() => setOverlay('logOut')}
        />
      </ScreenBody>
      <AccountSheet user={user} isOpen={overlay === 'account'} onClose={close} />
      <DisplaySheet isOpen={overlay === 'display'} onClose={close} />
      <LogOutDialog isOpen={overlay === 'logOut'} onCancel={close} />
    </>
  );
}

/** Asks first, because logging out clears this browser's data. */
function LogOutDialog({ isOpen, onCancel }: { isOpen: boolean; onCancel: () => void }) {
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
