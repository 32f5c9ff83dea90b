/** Choose the coin to withdraw. */
import { NavBar, ScreenBody, ScreenHeader, TextButton } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { WithdrawableChoice } from '../parts/withdrawable-choice.tsx';
import { useWithdrawableCoins } from '../use-withdrawable-coins.ts';

export function WithdrawListScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const navigator = useNavigator();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('withdrawal.listTitle')}
          back={back}
          action={<TextButton {...to(pages.withdrawHistory)}>{t('transfer.records')}</TextButton>}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <Loaded query={useWithdrawableCoins()}>
          {(coins) => (
            <WithdrawableChoice
              coins={coins}
              onChoose={(coin) => navigator.push(pages.withdraw, { coin })}
            />
          )}
        </Loaded>
      </ScreenBody>
    </>
  );
}
