/** The journal entries of a loan: its credit, and the parts of a repayment (ADR 9). */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, ZERO } from '@tern/money';
import { recordNo } from '../../../kernel/requests/record-letters.ts';

/** The loan as far as its entries need it. */
export interface EntryLoan {
  readonly id: number;
  readonly memberId: number;
  readonly asset: string;
}

/** Of the numbers of applications and loans. */
export const LETTER = 'L';
/** L-20418 */
export const orderNoOf = ({ id }: { readonly id: number }): string => recordNo(LETTER, id);

const available = (owner: number) => ({ owner, purpose: 'available' }) as const;
const lender = available(exchangeAccounts.loans);
const receivables = available(exchangeAccounts.loanReceivables);

/** The exchange lends `amount` to the member, who owes it from now on. */
export function creditEntry(loan: EntryLoan, amount: Amount): Entry {
  const { id, memberId, asset } = loan;
  const debt = { owner: memberId, purpose: 'loan' } as const;
  return {
    kind: recordTypes.loanCredit,
    reference: `loan:${id}`,
    note: orderNoOf(loan),
    postings: [
      ...transfer({ from: lender, to: available(memberId), asset, amount }),
      ...transfer({ from: debt, to: receivables, asset, amount }),
    ],
  };
}

/** Interest and principal of a repayment, each a record of its own. */
export function repaymentEntries(
  loan: EntryLoan,
  paid: { readonly id: number; readonly interest: Amount; readonly principal: Amount },
): Entry[] {
  const { memberId, asset } = loan;
  const about = { reference: `repayment:${paid.id}`, note: orderNoOf(loan) };
  const member = available(memberId);
  const debt = { owner: memberId, purpose: 'loan' } as const;
  const interest: Entry = {
    ...about,
    kind: recordTypes.loanInterest,
    postings: transfer({
      from: member,
      to: available(exchangeAccounts.loanInterest),
      asset,
      amount: paid.interest,
    }),
  };
  const principal: Entry = {
    ...about,
    kind: recordTypes.loanRepayment,
    postings: [
      ...transfer({ from: member, to: lender, asset, amount: paid.principal }),
      ...transfer({ from: receivables, to: debt, asset, amount: paid.principal }),
    ],
  };
  return [
    ...(paid.interest === ZERO ? [] : [interest]),
    ...(paid.principal === ZERO ? [] : [principal]),
  ];
}
