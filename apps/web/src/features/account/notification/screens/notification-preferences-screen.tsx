/** Which notifications leave the app, by which channel and when; saved immediately (screens 51). */
import { useQuery } from '@tanstack/react-query';
import {
  Card,
  Icon,
  moonIcon,
  NavBar,
  Row,
  ScreenBody,
  ScreenHeader,
  SkeletonRows,
  Switch,
  Text,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import type { NoticeCategory } from '../api.ts';
import { categoryIcons } from '../notice-icon.ts';
import { DevicePush } from '../parts/device-push.tsx';
import styles from '../parts/preferences.module.css';
import { QuietHoursSheet } from '../parts/quiet-hours-sheet.tsx';
import { type Preferences, preferencesQuery, setSwitch, switchOf } from '../preferences.ts';

/** One card each. */
const GROUPS: readonly (readonly NoticeCategory[])[] = [
  ['security', 'money', 'loans'],
  ['contracts', 'spot', 'prices', 'yield', 'rewards'],
  ['service', 'news'],
];

/** The server names the categories that have notices. */
function cardsOf({ switches }: Preferences): NoticeCategory[][] {
  const offered = new Set(switches.map(({ category }) => category));
  const cards = GROUPS.map((group) => group.filter((category) => offered.has(category)));
  return cards.filter((card) => card.length > 0);
}

export function NotificationPreferencesScreen() {
  const t = useT();
  const back = useBack();
  const query = useQuery(preferencesQuery);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('notification.preferencesTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(preferences) => <Switches preferences={preferences} />}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Switches({ preferences }: { preferences: Preferences }) {
  const t = useT();
  const [isQuietOpen, setQuietOpen] = useState(false);
  const { quiet } = preferences;
  return (
    <div className={styles.page}>
      <div className={styles.columns} aria-hidden="true">
        <span>{t('notification.device')}</span>
        <span>{t('notification.email')}</span>
      </div>
      {cardsOf(preferences).map((group) => (
        <Card key={group[0]} isPadded={false}>
          {group.map((category) => (
            <CategoryRow key={category} category={category} preferences={preferences} />
          ))}
        </Card>
      ))}
      <DevicePush preferences={preferences} />
      <Card isPadded={false}>
        <Row
          icon={moonIcon}
          title={t('notification.quiet')}
          note={t('notification.quietHint')}
          value={quiet === null ? t('notification.quietOff') : `${quiet.from} – ${quiet.until}`}
          onPress={() => setQuietOpen(true)}
        />
      </Card>
      <Text size="cap" tone="faint">
        {t('notification.promise')}
      </Text>
      <QuietHoursSheet
        isOpen={isQuietOpen}
        preferences={preferences}
        onClose={() => setQuietOpen(false)}
      />
    </div>
  );
}

interface CategoryRowProps {
  category: NoticeCategory;
  preferences: Preferences;
}

function CategoryRow({ category, preferences }: CategoryRowProps) {
  const t = useT();
  const report = useReportError();
  const name = t(`notification.${category}Name`);
  const channels = [
    { channel: 'push', label: t('notification.device') },
    { channel: 'email', label: t('notification.email') },
  ] as const;
  return (
    <div className={styles.category}>
      <Icon of={categoryIcons[category]} size={22} />
      <span className={styles.words}>
        <span>{name}</span>
        <Text as="small" size="cap" tone="faint">
          {t(`notification.${category}Hint`)}
        </Text>
      </span>
      {channels.map(({ channel, label }) => {
        const { isOn, isLocked } = switchOf(preferences, category, channel);
        return (
          <Switch
            key={channel}
            look="bare"
            label={t('notification.switchName', { category: name, channel: label })}
            isOn={isOn}
            isDisabled={isLocked}
            onChange={(next) => void setSwitch({ category, channel, isOn: next }).catch(report)}
          />
        );
      })}
    </div>
  );
}
