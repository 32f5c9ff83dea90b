/** The kinds of files of closed days, each with its source. */
import type { DayFileKind } from '@tern/protocol/operator';
import type { FileSource } from '../../../../kernel/files-of-days/file-source.ts';
import {
  balancesSource,
  beancountSource,
  customersSource,
  feesSource,
  ledgerSource,
  trialSource,
} from './sources-of-days.ts';

/** Of features below: what members did. */
export type RecordSources = Readonly<
  Record<
    'orders' | 'trades' | 'deposits' | 'wires' | 'withdrawals' | 'payouts' | 'contracts',
    FileSource
  >
>;

export const sourcesOf = (records: RecordSources): Readonly<Record<DayFileKind, FileSource>> => ({
  ledger: ledgerSource,
  beancount: beancountSource,
  trialBalance: trialSource,
  dailyBalances: balancesSource,
  fees: feesSource,
  customerBalances: customersSource,
  ...records,
});
