/** Statements: the months of the account; with a parameter one of them. */
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { MonthList } from '../parts/month-list.tsx';
import { MonthView } from '../parts/month-view.tsx';

export function StatementScreen() {
  const { month } = useParams();
  return month !== undefined && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? (
    <MonthView key={month} month={month} />
  ) : (
    <MonthList />
  );
}
