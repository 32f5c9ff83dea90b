/** Closed days as operators see them. Everything is read as it was stored when the day was closed. */
import { exchangeAccounts, recordTypes } from '@tern/ledger';
import { add, type Amount, formatDecimal, subtract, sum, ZERO } from '@tern/money';
import { incomeAccounts } from '@tern/protocol/operator';
import { flowOf, type MoneyFlow, nameOfKind } from '../../../kernel/ledger/money-flows.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import { accountNames } from './account-names.ts';
import { showSignOff, stateOf } from './show-sign-off.ts';
import {
  closeOfDay,
  type DayState,
  differencesOfDay,
  linesOfDay,
  newestCloses,
  statementsOfDay,
  sumsByKind,
  type TrialLine,
} from './store.ts';

const LISTED = 31;

export async function listDays(database: Database, before: string | undefined) {
  const rows = await database.many(newestCloses, [before ?? null, LISTED + 1]);
  const listed = rows.slice(0, LISTED);
  const logins = await operatorLogins(
    database,
    listed.flatMap(({ signers }) => signers),
  );
  const list = listed.map((row) => ({
    ...stateOut(row),
    signing: stateOf(row.signers.length, row.isDue),
    signers: row.signers.map((id) => logins.get(id) ?? ''),
    carried: row.carried,
  }));
  return { list, hasMore: rows.length > LISTED };
}

const stateOut = ({ day, closedAt, throughPosting, differences, ...row }: DayState) => ({
  day,
  closedAt: isoTime(closedAt),
  throughPosting,
  isTiedOut: differences + row.unlike === 0,
  differences: differences + row.unlike,
  unstated: row.unstated,
  hasLate: row.hasLate,
});

/** Who looks, and when: what prevents their signature depends on it. Units: epoch milliseconds. */
export interface Viewer {
  readonly operatorId: number;
  readonly at: number;
}

/** @throws not-found for a day that is not closed */
export function showDay(database: Database, day: string, viewer: Viewer) {
  return database.snapshot(async (reader) => {
    const close = await reader.maybe(closeOfDay, [day]);
    if (close === undefined) throw new Refusal('not-found', { fields: ['day'] });
    const nameOf = await accountNames(reader);
    const lines = await reader.many(linesOfDay, [day]);
    const differences = await reader.many(differencesOfDay, [day]);
    const sums = await sumsOf(reader, day);
    const statements = await reader.many(statementsOfDay, [day]);
    const signOff = await showSignOff(reader, day, { ...viewer, nameOf });
    const coins = new Set([...lines, ...differences, ...statements].map(({ asset }) => asset));
    return {
      ...stateOut(close),
      signOff,
      coins: [...coins].toSorted().map((coinname) => {
        const own = lines.filter(({ asset }) => asset === coinname);
        return {
          coinname,
          lines: own.map((line) => lineOut(line, nameOf)),
          differences: differences
            .filter(({ asset }) => asset === coinname)
            .map((difference) => differenceOut(difference, nameOf)),
          statements: statements
            .filter(({ asset }) => asset === coinname)
            .map((statement) => statementOut(statement, nameOf)),
          ...daySums(
            own,
            sums.filter(({ asset }) => asset === coinname),
          ),
        };
      }),
    };
  });
}

type NameOf = (account: number) => string;

const lineOut = (line: TrialLine, nameOf: NameOf) => ({
  account: nameOf(line.account),
  opening: formatDecimal(line.opening),
  debits: formatDecimal(line.debits),
  credits: formatDecimal(line.credits),
  closing: formatDecimal(line.closing),
  late: formatDecimal(line.late),
});

const differenceOut = (
  { account, reason, expected, found }: RowOf<typeof differencesOfDay>,
  nameOf: NameOf,
) => ({
  account: account === 0 ? null : nameOf(account),
  reason: reason as 'sides' | 'balances',
  expected: formatDecimal(expected),
  found: formatDecimal(found),
  difference: formatDecimal(subtract(found, expected)),
});

const statementOut = (row: RowOf<typeof statementsOfDay>, nameOf: NameOf) => ({
  account: nameOf(row.account),
  source: row.source as 'chain' | 'paper' | 'bank',
  ledger: formatDecimal(row.ledger),
  stated: row.stated === null ? null : formatDecimal(row.stated),
  arrived: formatDecimal(row.arrived),
  paid: formatDecimal(row.paid),
  fees: formatDecimal(row.fees),
  reference: row.reference,
  difference: row.difference === null ? null : formatDecimal(row.difference),
});

type KindSum = RowOf<typeof sumsByKind>;

const sumsOf = (reader: Reader, day: string): Promise<KindSum[]> =>
  reader.many(sumsByKind, [day, incomeAccounts.map((account) => exchangeAccounts[account])]);

/** Loans are owed by members, and lower nothing that is owed to them. */
const LOAN = 6;
const isOwed = ({ account }: TrialLine): boolean => account > 0 && account < LOAN;

/** What members own together, what changed it, and what the exchange earned, of one coin. */
function daySums(lines: readonly TrialLine[], sums: readonly KindSum[]) {
  const owed = lines.filter(isOwed);
  const members = sums.filter(({ isMembers }) => isMembers);
  // Taking revenue out is no negative income.
  const income = sums.filter((row) => !row.isMembers && row.kind !== recordTypes.revenueTaken);
  const flowing = (flow: MoneyFlow) =>
    formatDecimal(
      sum(members.filter(({ kind }) => flowOf(nameOfKind(kind)) === flow).map((row) => row.amount)),
    );
  return {
    owedOpening: formatDecimal(sum(owed.map(({ opening }) => opening))),
    cameIn: flowing('putIn'),
    wentOut: flowing('takenOut'),
    otherwise: flowing('inside'),
    owedClosing: formatDecimal(sum(owed.map(({ closing }) => closing))),
    members: byKind(members),
    income: byKind(income),
    earned: formatDecimal(sum(income.map((row) => row.amount))),
  };
}

function byKind(rows: readonly KindSum[]) {
  const kinds = new Map<number, Amount>();
  for (const { kind, amount } of rows) kinds.set(kind, add(kinds.get(kind) ?? ZERO, amount));
  return [...kinds].map(([kind, amount]) => ({ kind, amount: formatDecimal(amount) }));
}

export type ShownDay = Awaited<ReturnType<typeof showDay>>;
