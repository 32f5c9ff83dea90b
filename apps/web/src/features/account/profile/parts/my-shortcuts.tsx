/** Records, orders, notices and announcements as equal tiles, each shown if its page exists. */
import {
  bellIcon,
  historyIcon,
  Icon,
  listIcon,
  megaphoneIcon,
  Pressable,
  VisuallyHidden,
} from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';
import { useUnreadNotices } from '../../../../kernel/unread-notices.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import styles from './my.module.css';

const shortcuts = [
  { path: pages.coinRecords, label: 'profile.records', icon: historyIcon },
  { path: pages.orderHistory, label: 'profile.orders', icon: listIcon },
  { path: pages.notifications, label: 'profile.inbox', icon: bellIcon },
  { path: pages.announcements, label: 'profile.news', icon: megaphoneIcon },
] as const;

/** Larger numbers do not fit the badge, and the server counts to 100 at most. */
const SHOWN_MAX = 99;

export function MyShortcuts() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const count = useUnreadNotices();
  return (
    <nav className={styles.shortcuts} aria-label={t('profile.title')}>
      {shortcuts
        .filter(({ path }) => navigator.has(path))
        .map(({ path, label, icon }) => {
          const hasCount = path === pages.notifications && count > 0;
          return (
            <Pressable key={path} {...to(path)} className={styles.shortcut}>
              <span>
                <Icon of={icon} size={22} />
                {hasCount && (
                  <i className={styles.count} aria-hidden="true">
                    {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
                  </i>
                )}
              </span>
              {t(label)}
              {hasCount && <VisuallyHidden>, {t('common.unread', { count })}</VisuallyHidden>}
            </Pressable>
          );
        })}
    </nav>
  );
}
