/** Records, invites, inbox and news as four icons, once most of them exist. */
import {
  bellIcon,
  historyIcon,
  Icon,
  megaphoneIcon,
  Pressable,
  usersIcon,
  VisuallyHidden,
} from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { useUnreadNotices } from '../../../kernel/unread-notices.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { type Navigator } from '../../../platform/navigation/navigator.ts';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import styles from './my.module.css';

const shortcuts = [
  { path: pages.coinRecords, label: 'profile.records', icon: historyIcon },
  { path: pages.invite, label: 'profile.invites', icon: usersIcon },
  { path: pages.notifications, label: 'profile.inbox', icon: bellIcon },
  { path: pages.announcements, label: 'profile.news', icon: megaphoneIcon },
] as const;

/** One icon alone would look lost: with fewer, records are a line of the menu. */
const WORTHWHILE = 2;

export function hasShortcuts(navigator: Navigator): boolean {
  return shortcuts.filter(({ path }) => navigator.has(path)).length >= WORTHWHILE;
}

export function MyShortcuts() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const count = useUnreadNotices();
  if (!hasShortcuts(navigator)) return null;
  return (
    <nav className={styles.shortcuts} aria-label={t('profile.title')}>
      {shortcuts
        .filter(({ path }) => navigator.has(path))
        .map(({ path, label, icon }) => (
          <Pressable key={path} {...to(path)} className={styles.shortcut}>
            <span>
              <Icon of={icon} size={22} />
              {path === pages.notifications && count > 0 && <i className={styles.dot} />}
            </span>
            {t(label)}
            {path === pages.notifications && count > 0 && (
              <VisuallyHidden>, {t('common.unread', { count })}</VisuallyHidden>
            )}
          </Pressable>
        ))}
    </nav>
  );
}
