/** The lines of the personal centre, in groups; a line exists when its page does. */
import {
  Card,
  cardIcon,
  certificateIcon,
  cpuIcon,
  contrastIcon,
  globeIcon,
  historyIcon,
  identityIcon,
  infoIcon,
  keyIcon,
  listIcon,
  logoutIcon,
  Pill,
  pinIcon,
  Row,
  userIcon,
  usersIcon,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { useDisplay } from '../../../kernel/display-settings.ts';
import { pages } from '../../../kernel/pages.ts';
import type { User } from '../../../kernel/session.ts';
import { VERSION } from '../../../kernel/version.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import { languages } from '../../../platform/i18n/languages.ts';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Path } from '../../../platform/navigation/route.ts';
import { directionName } from './direction-colours.ts';
import styles from './my.module.css';
import { hasShortcuts } from './my-shortcuts.tsx';

export interface MyMenuProps {
  user: User;
  onAccount: () => void;
  onDisplay: () => void;
  onLogOut: () => void;
}

interface Line {
  title: string;
  icon: string;
  value?: ReactNode;
  /** A page; the line is left out while it does not exist. */
  path?: Path;
  onPress?: () => void;
}

export function MyMenu(props: MyMenuProps) {
  const to = useLinks();
  const navigator = useNavigator();
  const groups = useLines(props)
    .map((lines) => lines.filter(({ path }) => path === undefined || navigator.has(path)))
    .filter((lines) => lines.length > 0);
  return groups.map((lines) => (
    <div key={lines[0]?.title} className={styles.group}>
      <Card isPadded={false}>
        {lines.map(({ title, icon, value, path, onPress }) => (
          <Row
            key={title}
            title={title}
            icon={icon}
            value={value}
            {...(path ? to(path) : { onPress })}
          />
        ))}
      </Card>
    </div>
  ));
}

function useLines({ user, onAccount, onDisplay, onLogOut }: MyMenuProps): Line[][] {
  const { t, language } = useI18n();
  const navigator = useNavigator();
  const display = useDisplay();
  const theme = t(display.theme === 'dark' ? 'profile.dark' : 'profile.light');
  const verified = user.verified && <Pill kind="done">{t('profile.verified')}</Pill>;
  const records: Line[] = [
    { title: t('profile.records'), icon: historyIcon, path: pages.coinRecords },
    { title: t('profile.orders'), icon: listIcon, path: pages.orderHistory },
  ];
  return [
    records.slice(hasShortcuts(navigator) ? 1 : 0),
    [
      {
        title: t('profile.verifications'),
        icon: identityIcon,
        path: pages.realName,
        value: verified,
      },
      { title: t('profile.msb'), icon: certificateIcon, path: pages.msb },
    ],
    [
      { title: t('profile.accountInformation'), icon: userIcon, onPress: onAccount },
      { title: t('profile.addresses'), icon: pinIcon, path: pages.addresses },
      { title: t('profile.bankCards'), icon: cardIcon, path: pages.bankCards },
      { title: t('profile.passwords'), icon: keyIcon, path: pages.passwords },
      { title: t('profile.staffActions'), icon: usersIcon, path: pages.staffActions },
      { title: t('profile.apiKeys'), icon: cpuIcon, path: pages.apiKeys },
    ],
    [
      {
        title: t('profile.language'),
        icon: globeIcon,
        path: pages.language,
        value: languages[language].name,
      },
      {
        title: t('profile.display'),
        icon: contrastIcon,
        onPress: onDisplay,
        value: `${theme} · ${t(directionName(display))}`,
      },
    ],
    [
      { title: t('profile.about'), icon: infoIcon, path: pages.about, value: VERSION },
      { title: t('profile.logOut'), icon: logoutIcon, onPress: onLogOut },
    ],
  ];
}
