/**
 * Collects loans on their due date: what is available is taken, once, with interest up to that date; the rest is overdue. Also
 * from frozen members: they agreed to it, cannot repay while frozen, and would owe more every day.
 */
import { add, type Amount, formatDecimal, quantize, ZERO } from '@tern/money';
import { collect, owedOn } from '@tern/settlement';
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import { isOverdrawn } from '../../../kernel/ledger/post-entries.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { type DueDeps, processDue } from '../../../kernel/schedule/process-due.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { loanEvent } from './describe-loan.ts';
import { orderNoOf } from './entries.ts';
import { writeRepayment } from './repay-loan.ts';
import { dayAt, owedAt } from './rules.ts';
import { dueLoans, setOverdue, type StoredLoan } from './store.ts';

/** A member may spend the balance between its reading and the entry. */
const ATTEMPTS = 5;

export async function collectDue(deps: DueDeps): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // One loan in each transaction, so that one failed attempt delays no other member.
      return await processDue(deps, 1, async (tx, { at, size }) => {
        const [loan] = await tx.many(dueLoans, [at, size]);
        if (loan === undefined) return 0;
        await collectLoan(tx, loan, at);
        return 1;
      });
    } catch (error) {
      if (!isOverdrawn(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function collectLoan(tx: Tx, loan: StoredLoan, at: number): Promise<void> {
  const { memberId: owner, asset, scale, termDays: day, dueAt } = loan;
  const available = quantize(await availableTo(tx, { owner, asset }), scale, 'down');
  const taken = collect(loan, loan, { day, available });
  if (dueAt === null || taken === undefined) {
    await tx.run(setOverdue, [loan.id, at]);
    const after = { ...loan, state: 'overdue', collectedAt: at, updatedAt: at };
    await notifyCollected(tx, { loan, amount: ZERO, left: owedAt(after, at).total }, at);
    await recordMemberEvents(tx, [await loanEvent(tx, after, at)], at);
    return;
  }
  const amount = add(taken.interest, taken.principal);
  const left = taken.isRepaid ? ZERO : owedOn(loan, taken.state, dayAt(loan, at)).total;
  await notifyCollected(tx, { loan, amount, left }, at);
  await writeRepayment(tx, loan, { ...taken, amount, at, collectedUpTo: dueAt });
}

function notifyCollected(
  tx: Tx,
  { loan, amount, left }: { loan: StoredLoan; amount: Amount; left: Amount },
  at: number,
): Promise<void> {
  const { id, memberId, asset } = loan;
  const kind = left === ZERO ? 'loan.collected' : 'loan.overdue';
  const values = {
    recordNo: orderNoOf(loan),
    asset,
    amount: formatDecimal(amount),
    left: formatDecimal(left),
  };
  return notify(tx, { memberId, kind, about: { kind: 'loan', id }, values }, at);
}
