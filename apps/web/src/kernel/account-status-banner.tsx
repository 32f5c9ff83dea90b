/** Why the member cannot do what needs an identity or moves money out, shown before they type, and who can fix it. */
import { Button, formatDate, Icon, identityIcon, lockIcon, Text, useNumberLocale } from '@tern/ui';
import { useT } from '../platform/i18n/i18n.tsx';
import { useNavigator } from '../platform/navigation/current-page.ts';
import { blockedUntil, type Obstacle } from './account-status.ts';
import styles from './account-status-banner.module.css';
import { pages } from './pages.ts';
import type { User } from './session.ts';

export interface AccountStatusBannerProps {
  user: User | undefined;
  obstacle: Obstacle;
  /** What the identity is needed for: "Verify your identity to withdraw". Unused where none is needed. */
  verifyTitle?: string;
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
          <Text as="h2" size="strong">
            {title}
          </Text>
          <Text size="label" tone="soft" top={2}>
            {text}
          </Text>
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

function useBannerTexts({ user, obstacle, verifyTitle: title = '' }: AccountStatusBannerProps) {
  const t = useT();
  const locale = useNumberLocale();
  const contact = { label: t('common.contactUs'), page: pages.support } as const;
  if (obstacle === 'frozen') {
    const { by, reason = '', until = null } = user?.freeze ?? {};
    if (by === 'owner') {
      const action = { label: t('transfer.openSecurity'), page: pages.security } as const;
      return { title: t('transfer.frozenByYou'), text: t('transfer.frozenByYouText'), action };
    }
    const why = reason === '' ? '' : t('transfer.frozenReason', { reason });
    const time = until === null ? '' : formatDate(until, { locale });
    const end = time === '' ? '' : t('transfer.frozenUntil', { time });
    const text = [t('transfer.frozenText'), why, end].filter((part) => part !== '').join(' ');
    return { title: t('transfer.frozen'), text, action: contact };
  }
  if (obstacle === 'blocked') {
    const time = formatDate(blockedUntil(user), { locale });
    return { title: t('transfer.opensAgain', { time }), text: t('transfer.opensAgainText') };
  }
  if (obstacle === 'checking') {
    return { title: t('transfer.identityChecked'), text: t('transfer.identityCheckedText') };
  }
  const action = { label: t('transfer.verifyIdentity'), page: pages.realName } as const;
  return { title, text: t('transfer.verifyByDocument'), action };
}
