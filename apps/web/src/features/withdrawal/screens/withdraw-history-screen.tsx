/** The member's withdrawals, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, StateBlock } from '@tern/ui';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { withdrawalsQuery } from '../api.ts';
import { WithdrawalRow } from '../parts/withdrawal-row.tsx';

export function WithdrawHistoryScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const navigator = useNavigator();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('withdrawal.historyTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(withdrawalsQuery)}
          renderRow={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
          empty={
            <StateBlock
              kind="empty"
              title={t('withdrawal.noWithdrawals')}
              action={
                <Button isSmall onPress={() => navigator.push(pages.withdrawList)}>
                  {t('withdrawal.listTitle')}
                </Button>
              }
            />
          }
        />
      </ScreenBody>
    </>
  );
}
