/** Reminds members of a due date ahead, at each of its times once; after downtime, only of the last one that has passed. */
import { formatDecimal } from '@tern/money';
import { notifyMany } from '../../../kernel/messaging/notifications.ts';
import { type DueDeps, processDue } from '../../../kernel/schedule/process-due.ts';
import { isoTime } from '../../../platform/clock.ts';
import { orderNoOf } from './entries.ts';
import { nextReminder, owedOnDay } from './rules.ts';
import { loansToRemind, setReminders, type StoredLoan } from './store.ts';

const BATCH = 200;

export function remindDue(deps: DueDeps): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const loans = await tx.many(loansToRemind, [at, size]);
    if (loans.length === 0) return 0;
    const next = loans.map(({ dueAt }) => (dueAt === null ? null : nextReminder(dueAt, at)));
    await tx.run(setReminders, [loans.map(({ id }) => id), next]);
    const groups = loans.flatMap((loan) => reminderOf(loan, at));
    await notifyMany(tx, { about: 'loan', groups }, at);
    return loans.length;
  });
}

/** None once the due date has passed: the notice of the collection says more. */
function reminderOf(loan: StoredLoan, at: number) {
  const { id, memberId, asset, termDays, dueAt } = loan;
  if (dueAt === null || dueAt <= at) return [];
  const values = {
    recordNo: orderNoOf(loan),
    asset,
    amount: formatDecimal(owedOnDay(loan, termDays).total),
    dueAt: isoTime(dueAt),
  };
  return [{ kind: 'loan.reminder' as const, values, memberIds: [memberId], aboutIds: [id] }];
}
