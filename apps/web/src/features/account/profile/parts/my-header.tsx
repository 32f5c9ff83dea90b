/** The teal header of the account page: avatar and key facts. Its bar stays while the page scrolls. */
import {
  chevronLeftIcon,
  copyIcon,
  HeaderBand,
  headsetIcon,
  Icon,
  IconButton,
  Inline,
  moonIcon,
  ScreenHeader,
  shieldIcon,
  sunIcon,
  Text,
} from '@tern/ui';
import { useCopy } from '../../../../kernel/copyable.tsx';
import { setDisplay, useDisplay } from '../../../../kernel/display-settings.ts';
import { pages } from '../../../../kernel/pages.ts';
import type { User } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { initialsOf, maskEmail } from '../view-model.ts';
import styles from './my.module.css';

export function MyHeader({ user }: { user: User }) {
  const t = useT();
  return (
    <>
      <ScreenHeader>
        <div className={styles.top}>
          <HeaderActions />
        </div>
      </ScreenHeader>
      <HeaderBand colour="my">
        <div className={styles.who}>
          <span className={styles.avatar} aria-hidden="true">
            {initialsOf(user.email)}
          </span>
          <Text as="div" isGrown>
            <h1 className={styles.login}>{maskEmail(user.email)}</h1>
            <Inline as="span" gap={8} rowGap={6} align="center" isWrapped top={6}>
              <span className={styles.badge}>
                {user.verified && <Icon of={shieldIcon} size={14} />}
                {t(user.verified ? 'profile.verified' : 'profile.unverified')}
              </span>
              <span className={styles.id}>{t('profile.id', { id: String(user.ID) })}</span>
            </Inline>
          </Text>
        </div>
        <div className={styles.facts}>
          <Fact name={t('profile.creditScore')} value={String(user.creditScore)} />
          <Fact name={t('profile.inviteCode')} value={user.inviteCode} />
          <CopyInvite code={user.inviteCode} />
        </div>
      </HeaderBand>
    </>
  );
}

function HeaderActions() {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const navigator = useNavigator();
  const { theme } = useDisplay();
  const isDark = theme === 'dark';
  return (
    <div className={styles.bar}>
      <IconButton
        icon={chevronLeftIcon}
        label={t('common.back')}
        className={styles.onHeader}
        {...back}
      />
      <Inline as="span">
        <IconButton
          icon={isDark ? moonIcon : sunIcon}
          label={t(isDark ? 'profile.lightTheme' : 'profile.darkTheme')}
          className={styles.onHeader}
          onPress={() => setDisplay({ chosenTheme: isDark ? 'light' : 'dark' })}
        />
        {navigator.has(pages.support) && (
          <IconButton
            icon={headsetIcon}
            label={t('common.contactUs')}
            className={styles.onHeader}
            {...to(pages.support)}
          />
        )}
      </Inline>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <span>{name}</span>
      <b>{value === '' ? '---' : value}</b>
    </div>
  );
}

function CopyInvite({ code }: { code: string }) {
  const t = useT();
  const copy = useCopy('error');
  return (
    <IconButton
      icon={copyIcon}
      label={t('profile.copyInvite')}
      className={`${styles.onHeader} ${styles.copy}`}
      onPress={() => copy(code)}
    />
  );
}
