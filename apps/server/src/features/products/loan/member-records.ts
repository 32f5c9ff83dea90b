/** Loans and applications for them as records of their member, for conversations with support. */
import type { RecordCard } from '@tern/protocol';
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { orderNoOf } from './entries.ts';
import { loanOf, loanOwner, loansOf, type StoredLoan } from './store.ts';

const STATES: Readonly<Record<string, RecordCard['state']>> = {
  active: 'open',
  rejected: 'rejected',
  repaid: 'completed',
  overdue: 'overdue',
};

const recordOf = (loan: StoredLoan): MemberRecord => ({
  id: loan.id,
  recordNo: orderNoOf(loan),
  asset: loan.asset,
  amount: loan.offered,
  state: STATES[loan.state] ?? 'underReview',
  createdAt: loan.createdAt,
  canCancel: false,
  page: '/pages/bitcoin/loanHistory',
});

export const loanRecords: RecordSource = {
  kind: 'loan',
  list: async (reader, memberId, limit) =>
    (await reader.many(loansOf, [memberId, null, limit, 0])).map(recordOf),
  async find(reader, memberId, id) {
    const loan = await reader.maybe(loanOf, [memberId, id]);
    return loan === undefined ? undefined : recordOf(loan);
  },
  ownerOf: async (reader, id) => (await reader.maybe(loanOwner, [id]))?.memberId,
};
