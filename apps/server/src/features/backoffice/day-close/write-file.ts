/** The trial balance of a closed day as CSV: a line for each account, then one for each difference. */
import { csvLine } from '../../../platform/csv.ts';
import type { ShownDay } from './show-days.ts';

const COLUMNS = [
  'day',
  'asset',
  'account',
  'opening',
  'debits',
  'credits',
  'closing',
  'late',
  'state',
] as const;

/** Exact decimals. A line of a difference has it as `closing`, and its reason as `state`. */
export function trialBalanceFile({ day, coins }: ShownDay): string {
  const lines = coins.flatMap(({ coinname, lines: all, differences }) => {
    const state = differences.length === 0 ? 'tied out' : 'differs';
    return [
      ...all.map((line) => [
        day,
        coinname,
        line.account,
        line.opening,
        line.debits,
        line.credits,
        line.closing,
        line.late,
        state,
      ]),
      ...differences.map(({ account, difference, reason }) => [
        day,
        coinname,
        account ?? '',
        '',
        '',
        '',
        difference,
        '',
        `difference: ${reason}`,
      ]),
    ];
  });
  return [COLUMNS, ...lines].map(csvLine).join('');
}
