/** One loan of the list: amounts, terms, times and status. */
import { DateText, formatDate, useNumberLocale } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { RecordLine, RecordRow } from '../../../../kernel/record-row.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Loan } from '../api.ts';
import { StatusPill } from './status-pill.tsx';

export function LoanRow({ loan }: { loan: Loan }) {
  const { ID, name, asset, amount, approved, status, dailyRate, freeDays, CreatedAt } = loan;
  const t = useT();
  const to = useLinks();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const print = useAmountText(places);
  const isLess = approved !== undefined && approved !== amount;
  return (
    <RecordRow
      link={to(pages.loanHistory, { id: String(ID) })}
      asset={asset}
      logo={useCoin(asset)?.logo}
    >
      <RecordLine isMain>
        <span>{name}</span>
        <ExactAmount value={approved ?? amount} places={places} unit={asset} />
      </RecordLine>
      <RecordLine>
        <DateText at={CreatedAt} />
        <StatusPill status={status} />
      </RecordLine>
      <RecordLine>
        <span>{t('loan.termsLine', { rate: ratio(dailyRate), count: freeDays })}</span>
        <DateLine loan={loan} />
      </RecordLine>
      {isLess && <RecordLine>{t('loan.ofApplied', { amount: print(amount) })}</RecordLine>}
    </RecordRow>
  );
}

/** When it was repaid or is due; nothing before it is credited. */
function DateLine({ loan: { status, dueAt, repaidAt } }: { loan: Loan }) {
  const t = useT();
  const locale = useNumberLocale();
  const at = status === 'repaid' ? repaidAt : dueAt;
  if (at === null || status === 'underReview' || status === 'rejected') return null;
  const date = formatDate(at, { locale, detail: 'day' });
  const key = { repaid: 'loan.repaidOn', overdue: 'loan.wasDue', active: 'loan.due' } as const;
  return <span>{t(key[status], { date })}</span>;
}
