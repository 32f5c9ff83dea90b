/** One withdrawal of the list. */
import { pages } from '../../../../kernel/pages.ts';
import { RecordRow } from '../../request/record-row.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Withdrawal } from '../api.ts';

export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const to = useLinks();
  const { ID, coinname, czline, num } = withdrawal;
  const link = to(pages.withdrawDetail, { id: String(ID) });
  return <RecordRow link={link} coin={coinname} way={czline} num={num} record={withdrawal} />;
}
