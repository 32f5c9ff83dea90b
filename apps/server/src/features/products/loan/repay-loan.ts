/** Repays a loan in part or whole, interest first, in one transaction with its entries. */
import { type Amount, fitsScale, formatDecimal } from '@tern/money';
import { type Repayment, repay } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { isOverdrawn, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import { readAmount } from '../../../kernel/requests/bounded-amount.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal, tooManyPlaces } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { LoanDeps } from './deps.ts';
import { loanEvent, loanRow, repaymentRow } from './describe-loan.ts';
import { repaymentEntries } from './entries.ts';
import { dayAt, isOwed, owedAt } from './rules.ts';
import { insertRepayment, lockedLoanOf, type StoredLoan, type StoredRepayment } from './store.ts';

export interface RepayInput {
  memberId: number;
  id: number;
  amount: string | number;
  /** Of the answer; English if absent. */
  lang?: string;
  key: RequestKey | undefined;
}

interface Repaid {
  order: ReturnType<typeof loanRow>;
  repayment: ReturnType<typeof repaymentRow>;
}

/**
 * Resolves once the repayment is durable.
 * @throws account-frozen, not-found for an absent loan, another member's or one that was not credited, already-decided once
 * it is repaid, amount-missing, invalid-request, above-maximum (`data.max` is what is owed), insufficient-balance
 */
export async function repayLoan(deps: LoanDeps, input: RepayInput): Promise<Repaid> {
  const { database, clock, bus } = deps;
  const repaid = await answerOnce({ database, clock }, input.key, (tx) =>
    pay(tx, input, clock.now()),
  );
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return repaid;
}

async function pay(tx: Tx, input: RepayInput, at: number): Promise<Repaid> {
  const member = await lockMember(tx, input.memberId);
  if (member?.isFrozen !== false) throw new Refusal('account-frozen');
  const loan = await tx.maybe(lockedLoanOf, [input.memberId, input.id]);
  if (loan === undefined || loan.creditedAt === null) throw new Refusal('not-found');
  if (!isOwed(loan)) throw new Refusal('already-decided');
  const amount = amountIn(input, loan, at);
  const repayment = repay(loan, loan, { day: dayAt(loan, at), amount });
  if (repayment === undefined) throw aboveOwed(loan, at);
  try {
    const { after, row } = await writeRepayment(tx, loan, { ...repayment, amount, at });
    return { order: loanRow(after, at, input.lang ?? 'en'), repayment: repaymentRow(row) };
  } catch (error) {
    throw isOverdrawn(error) ? new Refusal('insufficient-balance', { fields: ['amount'] }) : error;
  }
}

function amountIn({ amount: given }: RepayInput, loan: StoredLoan, at: number): Amount {
  const fields = ['amount'];
  const amount = readAmount(given, fields);
  if (!fitsScale(amount, loan.scale)) throw tooManyPlaces('amount', loan.scale);
  if (amount > owedAt(loan, at).total) throw aboveOwed(loan, at);
  return amount;
}

const aboveOwed = (loan: StoredLoan, at: number) =>
  new Refusal('above-maximum', {
    fields: ['amount'],
    data: { max: formatDecimal(owedAt(loan, at).total) },
  });

/** A repayment at `at` (epoch ms). With `collectedUpTo` it is taken automatically, with interest up to that time. */
interface NewRepayment extends Repayment {
  amount: Amount;
  at: number;
  collectedUpTo?: number;
}

/** Writes it, posts its entries, and publishes the loan. Comes last in the transaction. */
export async function writeRepayment(
  tx: Tx,
  loan: StoredLoan,
  paid: NewRepayment,
): Promise<{ after: StoredLoan; row: StoredRepayment }> {
  const { amount, interest, principal, at, collectedUpTo, state, isRepaid } = paid;
  const isCollected = collectedUpTo !== undefined;
  const { id } = await insertRepayment(tx, {
    loanId: loan.id,
    amount,
    interest,
    principal,
    isCollected,
    countedAt: collectedUpTo ?? at,
    createdAt: at,
  });
  const after: StoredLoan = {
    ...loan,
    ...state,
    state: isRepaid ? 'repaid' : isCollected ? 'overdue' : loan.state,
    repaidAt: isRepaid ? at : null,
    collectedAt: isCollected ? at : loan.collectedAt,
    updatedAt: at,
  };
  const entries = repaymentEntries(loan, { id, interest, principal });
  await postAndPublish(tx, entries, { at, events: [await loanEvent(tx, after, at)] });
  return { after, row: { id, amount, interest, principal, isCollected, createdAt: at } };
}
