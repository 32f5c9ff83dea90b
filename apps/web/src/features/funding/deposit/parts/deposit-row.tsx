/** One deposit of the list. */
import { pages } from '../../../../kernel/pages.ts';
import { RecordRow } from '../../request/record-row.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Deposit } from '../api.ts';
import { SUBMITTED_BY_MEMBER, depositTypeKey } from '../deposit-type.ts';

export function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const to = useLinks();
  const { ID, coin, czline, num, type } = deposit;
  const ways = [czline, ...(type === SUBMITTED_BY_MEMBER ? [] : [t(depositTypeKey(type))])];
  const way = ways.filter((each) => each !== '').join(' · ');
  const link = to(pages.depositDetail, { id: String(ID) });
  return <RecordRow link={link} coin={coin} way={way} num={num} record={deposit} />;
}
