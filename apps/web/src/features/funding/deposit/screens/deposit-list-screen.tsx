/** Choose the coin to deposit. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, TextButton } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { CoinChoice } from '../../request/coin-choice.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { depositableCoinsQuery } from '../api.ts';
import { recentDeposits } from '../../request/recent-coins.ts';

export function DepositListScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const navigator = useNavigator();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('deposit.title')}
          back={back}
          action={<TextButton {...to(pages.depositHistory)}>{t('transfer.records')}</TextButton>}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <Loaded query={useQuery(depositableCoinsQuery)}>
          {(coins) => (
            <CoinChoice
              coins={coins}
              none={t('deposit.noCoins')}
              recent={recentDeposits}
              onChoose={(coin) => navigator.push(pages.deposit, { coin })}
            />
          )}
        </Loaded>
      </ScreenBody>
    </>
  );
}
