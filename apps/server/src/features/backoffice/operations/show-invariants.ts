/** The last check of each invariant, the latest read-only periods, and whether one lasts. */
import type { CheckedInvariant, ReadOnlyPeriod as PeriodOut } from '@tern/protocol/operator';
import {
  openPeriod,
  periodsQuery,
  type ReadOnlyPeriod,
  resultsQuery,
} from '../../../kernel/invariants/progress.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { OperationsDeps } from './deps.ts';

const ruleOfIn = (invariants: OperationsDeps['invariants']) => (id: string) =>
  invariants.find((each) => each.id === id)?.rule ?? id;

/** The read-only period that is not lifted yet, for the bar on every page. Read from the database: it must not be late. */
export async function showReadOnly({ database, invariants }: OperationsDeps) {
  const period = await database.maybe(openPeriod, []);
  if (period === undefined) return { readOnly: null };
  const { beganAt, invariant } = period;
  return { readOnly: { beganAt: isoTime(beganAt), rule: ruleOfIn(invariants)(invariant) } };
}

export async function showInvariants({ database, invariants }: OperationsDeps) {
  const results = new Map((await database.many(resultsQuery, [])).map((each) => [each.id, each]));
  const periods = await database.many(periodsQuery, []);
  const people = periods.flatMap(({ proposedBy, liftedBy }) => [proposedBy, liftedBy]);
  const logins = await operatorLogins(
    database,
    people.filter((id) => id !== null),
  );
  const ruleOf = ruleOfIn(invariants);
  return {
    invariants: invariants.map(({ id, rule }): CheckedInvariant => {
      const { checkedAt, tookMs = 0, faults = [] } = results.get(id) ?? {};
      return { id, rule, checkedAt: timeOf(checkedAt ?? null), tookMs, faults };
    }),
    periods: periods.map((period) => periodOut(period, { logins, ruleOf })),
  };
}

const timeOf = (at: number | null): string | null => (at === null ? null : isoTime(at));

function periodOut(
  period: ReadOnlyPeriod,
  { logins, ruleOf }: { logins: ReadonlyMap<number, string>; ruleOf(invariant: string): string },
): PeriodOut {
  const loginOf = (id: number | null) => (id === null ? null : (logins.get(id) ?? ''));
  return {
    ID: period.id,
    rule: ruleOf(period.invariant),
    faults: period.faults,
    beganAt: isoTime(period.beganAt),
    proposedBy: loginOf(period.proposedBy),
    proposedReason: period.proposedReason ?? '',
    proposedAt: timeOf(period.proposedAt),
    liftedBy: loginOf(period.liftedBy),
    liftedReason: period.liftedReason ?? '',
    liftedAt: timeOf(period.liftedAt),
  };
}
