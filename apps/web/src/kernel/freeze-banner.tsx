/** While the account is frozen: why, until when, and who can lift it, on top of pages about money. */
import { AccountStatusBanner } from './account-status-banner.tsx';
import styles from './freeze-banner.module.css';
import { useSession } from './session.ts';

export function FreezeBanner() {
  const user = useSession()?.user;
  if (user?.frozen !== true) return null;
  return (
    <div className={styles.frozen}>
      <AccountStatusBanner user={user} obstacle="frozen" />
    </div>
  );
}
