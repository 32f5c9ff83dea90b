/** Why withdrawals are unavailable, or that this one will be reviewed manually after a pause. */
import { Note } from '@tern/ui';
import { withdrawalObstacle } from '../../../kernel/account-status.ts';
import { AccountStatusBanner } from '../../../kernel/account-status-banner.tsx';
import type { User } from '../../../kernel/session.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';

export function AccountStatusNote({ user }: { user: User | undefined }) {
  const t = useT();
  const obstacle = withdrawalObstacle(user);
  const unverified = t('transfer.verifyToWithdraw');
  if (obstacle !== undefined) return <AccountStatusBanner {...{ user, obstacle, unverified }} />;
  const wasBlocked = (user?.withdrawalsBlockedUntil ?? null) !== null;
  return wasBlocked ? <Note>{t('transfer.byHand')}</Note> : null;
}
