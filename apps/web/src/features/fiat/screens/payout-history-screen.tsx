/** The member's payouts to cards, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { NothingThere } from '../../../kernel/nothing-there.tsx';
import { pages } from '../../../kernel/pages.ts';
import { RecordRow } from '../../../kernel/transfer/record-row.tsx';
import { TransferHistory } from '../../../kernel/transfer/transfer-history.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { payoutsQuery } from '../api.ts';
import { dotted } from '../bank-numbers.ts';

export function PayoutHistoryScreen() {
  const t = useT();
  const to = useLinks();
  return (
    <TransferHistory
      title={t('fiat.historyTitle')}
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
        <NothingThere
          title={t('fiat.noPayouts')}
          label={t('fiat.withdrawTitle')}
          page={pages.fiatWithdraw}
        />
      }
    />
  );
}
