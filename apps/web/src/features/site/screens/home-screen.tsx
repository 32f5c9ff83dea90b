/** Home: balance, actions, and markets. */
import { FinePrint, ScreenBody } from '@tern/ui';
import { lazy, Suspense } from 'react';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useSession } from '../../../kernel/session.ts';
import { useUnreadNotices } from '../../../kernel/unread-notices.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { HomeBalance } from '../parts/home-balance.tsx';
import { HomeMarkets } from '../parts/home-markets.tsx';
import { HomeNews } from '../parts/home-news.tsx';
import { HomeShortcuts } from '../parts/home-shortcuts.tsx';
import { HomeTop } from '../parts/home-top.tsx';
import { VisitorWelcome } from '../parts/visitor-welcome.tsx';
import styles from '../parts/home.module.css';

const nothing = { default: () => null };

/** Shown once, so it is not part of home's first load. Offline it waits for the next visit. */
const WelcomeCard = lazy(() =>
  import('../parts/welcome-card.tsx').then(
    ({ WelcomeCard: card }) => ({ default: card }),
    () => nothing,
  ),
);

export function HomeScreen() {
  const t = useT();
  const refresh = useRefresh();
  const isMember = useSession() !== undefined;
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
          <FinePrint>{t('site.riskLine')}</FinePrint>
        </div>
      </ScreenBody>
    </>
  );
}
