/** The member's payouts to cards, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, StateBlock } from '@tern/ui';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { RecordRow } from '../../../kernel/transfer/record-row.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../platform/navigation/links.ts';
import { payoutsQuery } from '../api.ts';
import { dotted } from '../bank-numbers.ts';

export function PayoutHistoryScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const refresh = useRefresh();
  const navigator = useNavigator();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fiat.historyTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(payoutsQuery)}
          renderRow={(payout) => (
            <RecordRow
              link={to(pages.fiatWithdrawDetail, { id: String(payout.ID) })}
              coin={payout.coinname}
              way={dotted(payout.bankcard)}
              num={payout.num}
              record={payout}
            />
          )}
          empty={
            <StateBlock
              kind="empty"
              title={t('fiat.noPayouts')}
              action={
                <Button isSmall onPress={() => navigator.push(pages.fiatWithdraw)}>
                  {t('fiat.withdrawTitle')}
                </Button>
              }
            />
          }
        />
      </ScreenBody>
    </>
  );
}
