/** Home: balance, actions, and markets. */
import {
  FinePrint,
  ScreenBody,
  chevronRightIcon,
  Icon,
  megaphoneIcon,
  Pressable,
  ButtonLink,
  Engraving,
} from '@tern/ui';
import { lazy, Suspense } from 'react';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useSession } from '../../../../kernel/session.ts';
import { useUnreadNotices } from '../../../../kernel/unread-notices.ts';
import { useT, useI18n } from '../../../../platform/i18n/i18n.tsx';
import { HomeBalance } from '../parts/home-balance.tsx';
import { HomeMarkets } from '../parts/home-markets.tsx';
import { HomeShortcuts } from '../parts/home-shortcuts.tsx';
import { HomeTop } from '../parts/home-top.tsx';
import styles from '../parts/home.module.css';
import { useNewestAnnouncement } from '../../../../kernel/articles.ts';
import { pages } from '../../../../kernel/pages.ts';
import { languages } from '../../../../platform/i18n/languages.ts';
import { loadArea } from '../../../../platform/i18n/texts.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { useIsSimulated, usePriceOrigin } from '../../../../kernel/site-config.ts';

const nothing = { default: () => null };

/** Shown once, so it is not part of home's first load. Offline it waits for the next visit. */
const WelcomeCard = lazy(() =>
  Promise.all([import('../../../../kernel/welcome/welcome-card.tsx'), loadArea('welcome')]).then(
    ([{ WelcomeCard: card }]) => ({ default: card }),
    () => nothing,
  ),
);

export function HomeScreen() {
  const t = useT();
  const refresh = useRefresh();
  const isMember = useSession() !== undefined;
  const isPaper = useIsSimulated();
  const isAnythingUnread = useUnreadNotices() > 0;
  return (
    <>
      <HomeTop />
      <ScreenBody foot="tab" onRefresh={refresh}>
        {isMember ? <HomeBalance /> : <VisitorWelcome />}
        {isAnythingUnread && (
          <Suspense fallback={null}>
            <WelcomeCard />
          </Suspense>
        )}
        <HomeNews />
        <HomeShortcuts />
        <HomeMarkets />
        <div className={styles.risk}>
          <FinePrint>{t(isPaper ? 'site.riskLine' : 'site.riskReal')}</FinePrint>
        </div>
      </ScreenBody>
    </>
  );
}

/** The newest announcement in one line; nothing if there is none. */
function HomeNews() {
  const { language } = useI18n();
  const to = useLinks();
  const newest = useNewestAnnouncement(language);
  if (newest === undefined) return null;
  const isOwn = newest.lang === language;
  return (
    <div className={styles.newsFrame}>
      <Pressable
        {...to(pages.announcementDetail, { id: String(newest.ID) })}
        className={styles.news}
      >
        <Icon of={megaphoneIcon} size={18} className={styles.newsIcon} />
        <span lang={isOwn ? undefined : languages.en.locale}>{newest.title}</span>
        <Icon of={chevronRightIcon} size={18} />
      </Pressable>
    </div>
  );
}

/** Prices are called live only if they are. */
const PROMISES = {
  simulated: 'site.practiseSimulated',
  live: 'site.practiseLive',
} as const;

/** What visitors see instead of a balance: what this is, with log in and sign up. */
function VisitorWelcome() {
  const t = useT();
  const to = useLinks();
  const origin = usePriceOrigin();
  const isPaper = useIsSimulated();
  return (
    <section className={styles.hero}>
      <Engraving place="hero" />
      <h1 className={styles.welcome}>{t(isPaper ? 'site.practise' : 'site.welcomeReal')}</h1>
      <p className={styles.welcomeText}>
        {t(isPaper ? (origin ? PROMISES[origin] : 'site.practiseText') : 'site.welcomeRealText')}
      </p>
      <div className={styles.actions}>
        <ButtonLink kind="primary" {...to(pages.register)}>
          {t('site.openAccount')}
        </ButtonLink>
        <ButtonLink {...to(pages.login)}>{t('site.logIn')}</ButtonLink>
      </div>
    </section>
  );
}
