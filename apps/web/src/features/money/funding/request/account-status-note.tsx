/** What a member is told about their account before they withdraw. */
import { Note } from '@tern/ui';
import { withdrawalObstacle } from '../../../../kernel/account-status.ts';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import type { User } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';

/** Why withdrawals are unavailable, or that this one will be reviewed manually after a pause. */
export function AccountStatusNote({ user }: { user: User | undefined }) {
  const t = useT();
  const obstacle = withdrawalObstacle(user);
  if (obstacle !== undefined) {
    const verifyTitle = t('transfer.verifyToWithdraw');
    return <AccountStatusBanner {...{ user, obstacle, verifyTitle }} />;
  }
  const wasBlocked = (user?.withdrawalsBlockedUntil ?? null) !== null;
  return wasBlocked ? <Note>{t('transfer.byHand')}</Note> : null;
}
