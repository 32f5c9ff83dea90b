/** What a rule would have found in past days: figures and examples. It opens nothing and stores nothing. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { casesOfMembers } from '../../../kernel/cases/store-cases.ts';
import { moversBetween } from '../../../kernel/ledger/money-moves.ts';
import { logLook } from '../../../kernel/operators/audit-log.ts';
import { ownAccountsOf } from '../../../kernel/operators/staff-accounts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../kernel/review/review-rules.ts';
import { dayOf, startOfDay } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { MonitoringDeps, Span } from './deps.ts';
import type { Facts } from './facts.ts';
import { loadFacts, together } from './load-facts.ts';
import { readValues, type RuleKey, RULES, sourceOf } from './rules/catalogue.ts';
import type { Found, Rule } from './rules/rule.ts';

const REPLAY_DAYS_MAX = 31;
/** What one replay reads at most: a second or two of one process. Beyond it days have to be fewer. */
const MEMBERS_MAX = 5_000;
const NUMBERS_MAX = 300_000;
const FACTS_MAX = 300_000;
const BATCHES = 500;
const EXAMPLES = 20;

export interface ReplayRange {
  /** UTC days, both included. */
  readonly fromDay: string;
  readonly untilDay: string;
}

export interface ReplayHit extends Found {
  readonly memberId: number;
}

export interface Replay {
  /** With something to look at. */
  readonly members: number;
  readonly hits: number;
  readonly hitMembers: number;
  readonly days: readonly { readonly day: string; readonly hits: number }[];
  /** The newest. */
  readonly examples: readonly (ReplayHit & {
    readonly name: string;
    readonly caseId: number | null;
    readonly caseOutcome: string | null;
  })[];
}

/**
 * Without the operator's own accounts. The look is logged.
 * @throws invalid-request for days that are none, too many or to come, or a value out of its bounds; not-available when more happened in
 * these days than one replay reads
 */
export async function replayRule(
  deps: MonitoringDeps,
  actor: Reviewer,
  given: ReplayRange & {
    key: RuleKey;
    parameters: readonly { name: string; value: number }[];
  },
): Promise<Replay> {
  const { database, clock } = deps;
  const { key, fromDay, untilDay } = given;
  const rule: Rule = RULES[key];
  const values = readValues(rule, given.parameters);
  const span = spanOf(given, clock.now());
  const look = {
    actor,
    action: 'monitoring.replay',
    subject: `monitoringRule:${key}`,
    detail: { from: fromDay, until: untilDay },
  } as const;
  await database.transaction((tx) => logLook(tx, look, clock.now()));
  const own = await ownAccountsOf(database, actor.operatorId);
  const active = await activeMembers(database, deps, { rule, span });
  const memberIds = active.filter((id) => !own.has(id));
  const windowMs = rule.windowMs(values);
  const hits: ReplayHit[] = [];
  let read = 0;
  const wide = { from: span.from - windowMs, until: span.until };
  for (const some of together(memberIds, rule.facts)) {
    const wanted = { memberIds: some, span: wide, kind: rule.facts };
    for (const facts of await loadFacts(database, deps, wanted)) {
      // Other work goes on between members.
      await nextTurn();
      read += sizeOf(facts);
      if (read > FACTS_MAX) throw tooMuch();
      const found = rule.find(facts, values, { after: wide.from, endsFrom: span.from });
      hits.push(...found.map((hit) => ({ ...hit, memberId: facts.memberId })));
    }
  }
  return {
    members: memberIds.length,
    hits: hits.length,
    hitMembers: new Set(hits.map(({ memberId }) => memberId)).size,
    days: daysOf(span).map((day) => ({
      day,
      hits: hits.filter(({ until }) => dayOf(until) === day).length,
    })),
    examples: await examplesOf(deps, actor, hits),
  };
}

function spanOf({ fromDay, untilDay }: ReplayRange, now: number): Span {
  const from = startOfDay(fromDay);
  const until = startOfDay(untilDay) + DAY_MS - 1;
  const days = (until + 1 - from) / DAY_MS;
  if (!(days >= 1 && days <= REPLAY_DAYS_MAX))
    throw new Refusal('invalid-request', { fields: ['from'] });
  if (startOfDay(untilDay) > now) throw new Refusal('invalid-request', { fields: ['until'] });
  return { from, until };
}

function daysOf({ from, until }: Span): string[] {
  const days: string[] = [];
  for (let at = from; at < until; at += DAY_MS) days.push(dayOf(at));
  return days;
}

const tooMuch = () => new Refusal('not-available', { text: 'operator.replayTooLong' });

/** Who did something that the rule looks at. @throws not-available */
async function activeMembers(
  reader: Reader,
  { orders }: Pick<MonitoringDeps, 'orders'>,
  { rule, span }: { rule: Rule; span: Span },
): Promise<number[]> {
  if (sourceOf(rule.facts) === 'journal') {
    const movers = await reader.many(moversBetween, [span.from, span.until + 1, MEMBERS_MAX + 1]);
    if (movers.length > MEMBERS_MAX) throw tooMuch();
    return movers.map(({ memberId }) => memberId);
  }
  const parts: { instrumentId: number; after: number; upTo: number }[] = [];
  for (const market of await orders.recordPositions(reader)) {
    const after = await orders.numberBefore(reader, market, span.from);
    const upTo = await orders.numberBefore(reader, market, span.until + 1);
    parts.push({ instrumentId: market.instrumentId, after, upTo });
  }
  const numbers = parts.reduce((total, { after, upTo }) => total + upTo - after, 0);
  if (numbers > NUMBERS_MAX) throw tooMuch();
  const active = new Set<number>();
  for (const part of parts) {
    let after: number | undefined = part.after;
    while (after !== undefined) {
      const acts = await orders.bookActs(reader, { ...part, after, batches: BATCHES });
      const who = rule.facts === 'trades' ? acts?.traders : acts?.cancellers;
      for (const memberId of who ?? []) active.add(memberId);
      after = acts?.through;
    }
  }
  if (active.size > MEMBERS_MAX) throw tooMuch();
  return [...active].toSorted((a, b) => a - b);
}

const sizeOf = ({ moves, sightings, trades, cancelled, fills }: Facts): number =>
  moves.length + sightings.length + trades.length + cancelled.length + fills.length;

async function examplesOf(
  { database, namesOf }: Pick<MonitoringDeps, 'database' | 'namesOf'>,
  actor: Reviewer,
  hits: readonly ReplayHit[],
): Promise<Replay['examples']> {
  const newest = hits.toSorted((a, b) => b.until - a.until).slice(0, EXAMPLES);
  const ids = [...new Set(newest.map(({ memberId }) => memberId))];
  const [names, cases] = await Promise.all([
    namesOf(database, ids),
    database.many(casesOfMembers, [ids, actor.operatorId]),
  ]);
  const caseOf = new Map(cases.map((one) => [one.memberId, one]));
  return newest.map((hit) => ({
    ...hit,
    name: names.get(hit.memberId)?.name ?? '',
    caseId: caseOf.get(hit.memberId)?.id ?? null,
    caseOutcome: caseOf.get(hit.memberId)?.outcome ?? null,
  }));
}
