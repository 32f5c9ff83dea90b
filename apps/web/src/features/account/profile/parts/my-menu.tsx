/** The grouped links of the account page; a link is shown if its page exists. */
import { useQuery } from '@tanstack/react-query';
import {
  bellIcon,
  bookIcon,
  Card,
  cardIcon,
  certificateIcon,
  clockIcon,
  contrastIcon,
  cpuIcon,
  documentIcon,
  eyeIcon,
  globeIcon,
  identityIcon,
  infoIcon,
  listIcon,
  logoutIcon,
  percentIcon,
  Pill,
  pinIcon,
  Row,
  shieldIcon,
  Text,
  userIcon,
  usersIcon,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { identityOf } from '../../../../kernel/account-status.ts';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import { pages } from '../../../../kernel/pages.ts';
import type { User } from '../../../../kernel/session.ts';
import { VERSION } from '../../../../kernel/site-config.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { languages } from '../../../../platform/i18n/languages.ts';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Path } from '../../../../platform/navigation/route.ts';
import { type Counted, countQuery } from '../api.ts';
import { identityLine } from '../view-model.ts';
import { directionName } from './display-sheet.tsx';

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
  /** A second, quieter line. */
  note?: string | undefined;
  /** The page it opens; the line is hidden if the page does not exist. */
  path?: Path;
  /** The count; nothing while unknown. */
  counts?: Counted;
  onPress?: () => void;
}

export function MyMenu(props: MyMenuProps) {
  const to = useLinks();
  const navigator = useNavigator();
  const groups = useLines(props)
    .map((lines) => lines.filter(({ path }) => path === undefined || navigator.has(path)))
    .filter((lines) => lines.length > 0);
  return groups.map((lines) => (
    <Text as="div" key={lines[0]?.title} top={12}>
      <Card isPadded={false}>
        {lines.map(({ title, icon, value, note, path, counts, onPress }) => (
          <Row
            key={title}
            title={title}
            icon={icon}
            note={note}
            value={counts === undefined ? value : <Count of={counts} />}
            {...(path ? to(path) : { onPress })}
          />
        ))}
      </Card>
    </Text>
  ));
}

function Count({ of }: { of: Counted }) {
  return useQuery(countQuery(of)).data;
}

const THEMES = {
  dark: 'profile.dark',
  light: 'profile.light',
  system: 'profile.systemTheme',
} as const;

function useLines({ user, onAccount, onDisplay, onLogOut }: MyMenuProps): Line[][] {
  const { t, language } = useI18n();
  const display = useDisplay();
  const theme = t(THEMES[display.chosenTheme]);
  const identity = identityLine(identityOf(user));
  return [
    [
      {
        title: t('profile.identity'),
        icon: identityIcon,
        note: identity.note && t(identity.note),
        value: <Pill {...identity.pill}>{t(identity.word)}</Pill>,
        path: pages.realName,
      },
      { title: t('profile.msb'), icon: certificateIcon, path: pages.msb },
      { title: t('profile.accountInformation'), icon: userIcon, onPress: onAccount },
    ],
    [
      { title: t('profile.security'), icon: shieldIcon, path: pages.security },
      {
        title: t('profile.addresses'),
        icon: pinIcon,
        path: pages.addresses,
        counts: 'addresses',
      },
      {
        title: t('profile.bankCards'),
        icon: cardIcon,
        path: pages.bankCards,
        counts: 'bankCards',
      },
      { title: t('profile.apiKeys'), icon: cpuIcon, path: pages.apiKeys, counts: 'apiKeys' },
    ],
    [
      { title: t('profile.feeLevel'), icon: percentIcon, path: pages.feeLevel },
      { title: t('profile.recurringBuys'), icon: clockIcon, path: pages.recurringBuys },
      { title: t('profile.invites'), icon: usersIcon, path: pages.invite },
      {
        title: t('profile.staffActions'),
        icon: eyeIcon,
        path: pages.staffActions,
        counts: 'staffActions',
      },
      { title: t('profile.statements'), icon: listIcon, path: pages.statement },
      { title: t('profile.balanceProof'), icon: documentIcon, path: pages.balanceProof },
      { title: t('profile.publicLog'), icon: bookIcon, path: pages.publicLog },
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
      {
        title: t('profile.notifications'),
        icon: bellIcon,
        path: pages.notificationPreferences,
      },
      { title: t('common.transparency'), icon: certificateIcon, path: pages.transparency },
      { title: t('profile.about'), icon: infoIcon, path: pages.about, value: VERSION },
      { title: t('profile.logOut'), icon: logoutIcon, onPress: onLogOut },
    ],
  ];
}
