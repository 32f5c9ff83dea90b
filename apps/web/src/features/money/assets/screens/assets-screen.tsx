/** Assets: total value, worth over time, coins. */
import {
  BigTitle,
  eyeIcon,
  eyeOffIcon,
  historyIcon,
  IconButton,
  ScreenBody,
  ScreenHeader,
} from '@tern/ui';
import { lazy, Suspense, useEffect } from 'react';
import { setDisplay, useDisplay } from '../../../../kernel/display-settings.ts';
import { FreezeBanner } from '../../../../kernel/freeze-banner.tsx';
import { useMemberEvent } from '../../../../kernel/member-events.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { reloadCoins } from '../api.ts';
import { CoinList } from '../parts/coin-list.tsx';
import { MoneyActions } from '../parts/money-actions.tsx';
import { Worth } from '../parts/worth.tsx';

/** The total and the coins are shown without waiting for it. Offline, it comes with the next visit. */
const WorthOverTime = lazy(() =>
  import('../parts/worth-over-time.tsx').then(
    ({ WorthOverTime: part }) => ({ default: part }),
    () => ({ default: () => null }),
  ),
);

/** Same interval as the total, so that the rows add up to it. */
const WORTH_MS = 15_000;

/** The server values assets at request time: refetch regularly and after each movement. */
function useFreshWorth(): void {
  useMemberEvent('assets.balance', reloadCoins);
  useEffect(() => {
    const timer = setInterval(reloadCoins, WORTH_MS);
    return () => clearInterval(timer);
  }, []);
}

export function AssetsScreen() {
  const t = useT();
  const refresh = useRefresh();
  const to = useLinks();
  const { amountsHidden } = useDisplay();
  useFreshWorth();
  return (
    <>
      <ScreenHeader>
        <BigTitle
          title={t('assets.heading')}
          actions={
            <>
              <IconButton
                icon={amountsHidden ? eyeOffIcon : eyeIcon}
                label={t(amountsHidden ? 'assets.showAmounts' : 'assets.hideAmounts')}
                onPress={() => setDisplay({ amountsHidden: !amountsHidden })}
              />
              <IconButton
                icon={historyIcon}
                label={t('assets.recordsTitle')}
                {...to(pages.coinRecords)}
              />
            </>
          }
        />
      </ScreenHeader>
      <ScreenBody foot="tab" onRefresh={refresh}>
        <FreezeBanner />
        <Worth />
        <Suspense fallback={null}>
          <WorthOverTime />
        </Suspense>
        <MoneyActions />
        <CoinList />
      </ScreenBody>
    </>
  );
}
