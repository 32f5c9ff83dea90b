/** What loans hold about a member. */
import { heldRows, withMessage } from '../../../kernel/account-data/held-rows.ts';

export const loanRows = [
  heldRows({
    name: 'loans',
    tables: ['loans'],
    from: 'from loans t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: (row) =>
      withMessage(row, 'reason', row['state'] === 'rejected' ? 'reject.loan' : 'lowerLoan'),
  }),
  heldRows({
    name: 'loan-repayments',
    tables: ['loan_repayments'],
    from: `from (
      select r.*, l.member_id from loans l join loan_repayments r on r.loan_id = l.id
    ) t where t.member_id = $1`,
    key: { id: 'bigint' },
    omits: ['member_id'],
  }),
];
