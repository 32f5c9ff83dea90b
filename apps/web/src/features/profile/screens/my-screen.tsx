/** The account page: the member, and everything they can set up. */
import { ScreenBody } from '@tern/ui';
import { useState } from 'react';
import { useMember } from '../../../kernel/member.ts';
import { AccountSheet } from '../parts/account-sheet.tsx';
import { DisplaySheet } from '../parts/display-sheet.tsx';
import { LogOutDialog } from '../parts/log-out-dialog.tsx';
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
