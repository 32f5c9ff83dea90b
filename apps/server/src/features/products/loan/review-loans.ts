/** The review of loan applications: facts, checks, evidence, the credit and the rejection. */
import { exchangeAccounts, isMember } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { costOn, dueTime } from '@tern/settlement';
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import { overdrawnOwner, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { memberById } from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { identityVerified, notFrozen } from '../../../kernel/review/member-checks.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewKind,
  subjectReview,
} from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { loanEvent } from './describe-loan.ts';
import type { LoanDeps } from './deps.ts';
import { creditEntry, LETTER } from './entries.ts';
import { nextReminder } from './rules.ts';
import {
  historyBeside,
  loanById,
  loanForUpdate,
  setCredited,
  setRejected,
  type StoredLoan,
} from './store.ts';

const CAN_LEND = 'house-can-lend';

type RulesDeps = Pick<LoanDeps, 'productRules'>;

async function checksOf(reader: Reader, loan: StoredLoan, { productRules }: RulesDeps) {
  const { memberId, asset, offered } = loan;
  const member = await memberById(reader, memberId);
  const lendable = await availableTo(reader, { owner: exchangeAccounts.loans, asset });
  const { overdue } = await historyOf(reader, loan);
  return [
    identityVerified(member),
    {
      // The residence may have been proven since the application.
      name: 'product-offered',
      isPassed: await productRules.isOffered(reader, 'loans', memberId),
      level: 'stop',
    },
    notFrozen(member, 'stop'),
    {
      name: CAN_LEND,
      isPassed: lendable >= offered,
      level: 'stop',
      detail: `${formatDecimal(lendable)} ${asset} can be lent`,
    },
    { name: 'no-overdue-loan', isPassed: overdue === 0, level: 'warning' },
  ] as const;
}

const historyOf = (reader: Reader, { id, memberId, asset }: StoredLoan) =>
  reader.one(historyBeside, [memberId, id, asset]);

async function evidenceOf(reader: Reader, loan: StoredLoan) {
  const { asset, requested, offered, dailyRate, freeDays, termDays } = loan;
  const member = await memberById(reader, loan.memberId);
  const history = await historyOf(reader, loan);
  const cost = (amount: typeof offered) => costOn(loan, amount, termDays);
  const money = (amount: typeof offered) => `${formatDecimal(amount)} ${asset}`;
  const row = (label: string, value: string) => comparisonRow(label, [value, null]);
  return {
    summary: `${loan.name} · credited on approval`,
    columns: ['Requested', 'To be credited'],
    rows: [
      comparisonRow('Amount', [money(requested), money(offered)], requested === offered),
      comparisonRow('Interest until the due date', [
        money(cost(requested).interest),
        money(cost(offered).interest),
      ]),
      comparisonRow('To repay on the due date', [
        money(cost(requested).total),
        money(cost(offered).total),
      ]),
      row('Daily rate', `${formatDecimal((dailyRate * 100n) as typeof dailyRate)} %`),
      row('Interest-free days', String(freeDays)),
      row('Term in days', String(termDays)),
      row('Member', member?.email ?? ''),
      row('Earlier loans repaid', String(history.repaid)),
      row('Running loans', `${history.running}, ${history.overdue} of them overdue`),
      row(`Still owed in ${asset}`, money(history.owed)),
      row('Applications rejected', String(history.rejected)),
      row('Applied', isoTime(loan.createdAt)),
    ],
    images: [],
  };
}

/** @throws already-decided, check-failed when the exchange cannot lend this much */
async function credit(tx: Tx, { subjectId, at }: Decision): Promise<void> {
  const locked = await tx.one(loanForUpdate, [subjectId]);
  if (locked.state !== 'reviewed') throw new Refusal('already-decided');
  const dueAt = dueTime(locked, at);
  const loan = await tx.one(setCredited, [subjectId, at, dueAt, nextReminder(dueAt, at)]);
  try {
    await postAndPublish(tx, [creditEntry(loan, loan.offered)], {
      at,
      events: [await loanEvent(tx, loan, at)],
    });
  } catch (error) {
    const owner = overdrawnOwner(error);
    throw owner === undefined || isMember(owner)
      ? error
      : new Refusal('check-failed', { data: { checks: [CAN_LEND] } });
  }
}

async function turnDown(tx: Tx, { subjectId, message, at }: Decision): Promise<void> {
  const loan = await tx.one(setRejected, [subjectId, message, at]);
  await recordMemberEvents(tx, [await loanEvent(tx, loan, at)], at);
}

const read = (reader: Reader, id: number) => reader.one(loanById, [id]);

export function reviewLoans(deps: RulesDeps): ReviewKind {
  return {
    kind: 'loan',
    letter: LETTER,
    movesMoney: true,
    approvals: 2,
    ...subjectReview(read, {
      facts: (loan) => {
        const {
          memberId,
          asset,
          requested,
          offered: approved,
          dailyRate,
          freeDays,
          termDays,
        } = loan;
        return { memberId, asset, requested, approved, dailyRate, freeDays, termDays };
      },
      checks: (loan, reader) => checksOf(reader, loan, deps),
      evidence: (loan, reader) => evidenceOf(reader, loan),
      change: ({ asset, offered: amount }) => ({ asset, amount }),
    }),
    moved: async (reader, id) => (await read(reader, id)).offered,
    approve: credit,
    reject: turnDown,
  };
}
