/** Why the member cannot move money, shown before they type: what is missing, and who can fix it. */
import { Button, formatDate, Icon, identityIcon, lockIcon, Note, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { pages } from '../../../kernel/pages.ts';
import type { User } from '../../../kernel/session.ts';
import { blockedUntil, type Obstacle, withdrawalObstacle } from '../../../kernel/account-status.ts';
import styles from './form.module.css';

export interface AccountStatusBannerProps {
  user: User | undefined;
  obstacle: Obstacle;
  direction: 'in' | 'out';
}

export function AccountStatusBanner(props: AccountStatusBannerProps) {
  const { title, text, action } = useBannerTexts(props);
  const navigator = useNavigator();
  const { obstacle } = props;
  const isIdentity = obstacle === 'unverified' || obstacle === 'checking';
  return (
    <section className={styles.banner} aria-label={title}>
      <div className={styles.words}>
        <Icon of={isIdentity ? identityIcon : lockIcon} size={20} />
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
      {action && navigator.has(action.page) && (
        <Button kind="primary" isFull onPress={() => navigator.push(action.page)}>
          {action.label}
        </Button>
      )}
    </section>
  );
}

function useBannerTexts({ user, obstacle, direction }: AccountStatusBannerProps) {
  const t = useT();
  const locale = useNumberLocale();
  const navigator = useNavigator();
  const contact = { label: t('transfer.contactUs'), page: pages.service };
  if (obstacle === 'frozen') {
    return { title: t('transfer.frozen'), text: t('transfer.frozenText'), action: contact };
  }
  if (obstacle === 'blocked') {
    const time = formatDate(blockedUntil(user), { locale });
    return { title: t('transfer.opensAgain', { time }), text: t('transfer.opensAgainText') };
  }
  if (obstacle === 'checking') {
    return { title: t('transfer.identityChecked'), text: t('transfer.identityCheckedText') };
  }
  const title = t(direction === 'in' ? 'transfer.verifyToDeposit' : 'transfer.verifyToWithdraw');
  if (navigator.has(pages.realName)) {
    const action = { label: t('transfer.verifyIdentity'), page: pages.realName };
    return { title, text: t('transfer.verifyByDocument'), action };
  }
  return { title, text: t('transfer.verifyByStaff'), action: contact };
}

/** Why withdrawals are unavailable, or that this one will be reviewed manually after a pause. */
export function AccountStatusNote({ user }: { user: User | undefined }) {
  const t = useT();
  const obstacle = withdrawalObstacle(user);
  if (obstacle !== undefined)
    return <AccountStatusBanner direction="out" {...{ user, obstacle }} />;
  const wasBlocked = (user?.withdrawalsBlockedUntil ?? null) !== null;
  return wasBlocked ? <Note>{t('transfer.byHand')}</Note> : null;
}
