/** Home: what is there, what to do next, and the markets. */
import { FinePrint, ScreenBody } from '@tern/ui';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useSession } from '../../../kernel/session.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { HomeBalance } from '../parts/home-balance.tsx';
import { HomeMarkets } from '../parts/home-markets.tsx';
import { HomeNews } from '../parts/home-news.tsx';
import { HomeShortcuts } from '../parts/home-shortcuts.tsx';
import { HomeTop } from '../parts/home-top.tsx';
import { VisitorWelcome } from '../parts/visitor-welcome.tsx';
import styles from '../parts/home.module.css';

export function HomeScreen() {
  const t = useT();
  const refresh = useRefresh();
  const isMember = useSession() !== undefined;
  return (
    <>
      <HomeTop />
      <ScreenBody foot="tab" onRefresh={refresh}>
        {isMember ? <HomeBalance /> : <VisitorWelcome />}
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
