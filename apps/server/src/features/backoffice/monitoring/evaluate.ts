/**
 * Looks at what is new with the rules in force. Each part, its hits and the position behind it are one transaction: after a crash it is done
 * again as a whole, and the database refuses a second hit on the same facts. Nothing is blocked by a hit: it is an alert of a case.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openCase } from '../../../kernel/cases/open-case.ts';
import { moversAfter, settledPosting } from '../../../kernel/ledger/money-moves.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { MonitoringDeps } from './deps.ts';
import { loadFacts, together } from './load-facts.ts';
import { ruleOf, sourceOf } from './rules/catalogue.ts';
import type { Found } from './rules/rule.ts';
import {
  beginProgress,
  currentVersions,
  insertHit,
  lastHits,
  lockProgress,
  moveProgress,
  type Version,
} from './store.ts';

/** The number of the journal among the sources; markets have their ids. */
const JOURNAL = 0;
/** Of one transaction. */
const POSTINGS_MAX = 5_000;
const BATCHES_MAX = 200;

type Deps = Omit<MonitoringDeps, 'namesOf'>;

/** What is new in a source: how far it reaches, about whom, and from when to when (epoch ms). */
interface Part {
  readonly through: number;
  readonly memberIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  /** More may be there. */
  readonly isFull: boolean;
}

/** Each rule by itself: one that fails keeps no other. @throws AggregateError of those that failed */
export async function evaluateRules(deps: Deps, ending?: AbortSignal): Promise<void> {
  const { database, reviews } = deps;
  const current = await database.many(currentVersions, []);
  const failed: unknown[] = [];
  let hits = 0;
  for (const version of current.filter(({ state, isOn }) => state === 'agreed' && isOn)) {
    try {
      const positions = await positionsOf(database, deps, version);
      await database.transaction((tx) =>
        tx.run(beginProgress, [
          version.id,
          positions.map(({ source }) => source),
          positions.map(() => 0),
        ]),
      );
      for (const { source } of positions) {
        hits += await catchUp(deps, { version, source }, ending);
      }
    } catch (error) {
      failed.push(error);
    }
  }
  if (hits > 0) reviews.announce();
  if (failed.length > 0) throw new AggregateError(failed, 'rules of monitoring could not look on');
}

/** The sources of a rule, and how far each reaches now. */
export async function positionsOf(
  reader: Reader,
  { orders }: Pick<Deps, 'orders'>,
  { rule }: Pick<Version, 'rule'>,
): Promise<{ source: number; position: number }[]> {
  if (sourceOf(ruleOf(rule).facts) === 'journal') {
    const { position } = await reader.one(settledPosting, []);
    return [{ source: JOURNAL, position }];
  }
  const markets = await orders.recordPositions(reader);
  return markets.map(({ instrumentId, lastNumber }) => ({
    source: instrumentId,
    position: lastNumber,
  }));
}

async function catchUp(
  deps: Deps,
  of: { version: Version; source: number },
  ending: AbortSignal | undefined,
): Promise<number> {
  let hits = 0;
  let isMore = true;
  while (isMore && ending?.aborted !== true) {
    const done = await deps.database.transaction((tx) => lookOnce(tx, deps, of));
    hits += done.hits;
    isMore = done.isMore;
  }
  return hits;
}

async function lookOnce(
  tx: Tx,
  deps: Deps,
  { version, source }: { version: Version; source: number },
): Promise<{ hits: number; isMore: boolean }> {
  const nothing = { hits: 0, isMore: false };
  const held = await tx.maybe(lockProgress, [version.id, source]);
  if (held === undefined) return nothing;
  // Two people may have agreed to another one meanwhile.
  const current = await tx.many(currentVersions, []);
  if (!current.some(({ id }) => id === version.id)) return nothing;
  const part = await (source === JOURNAL
    ? journalPart(tx, held.position)
    : recordPart(tx, deps, { version, instrumentId: source, after: held.position }));
  if (part === undefined) return nothing;
  const hits = part.memberIds.length === 0 ? 0 : await findIn(tx, deps, { version, part });
  await tx.run(moveProgress, [version.id, source, part.through]);
  return { hits, isMore: part.isFull };
}

async function journalPart(reader: Reader, after: number): Promise<Part | undefined> {
  const { through, members, firstAt, lastAt } = await reader.one(moversAfter, [
    after,
    POSTINGS_MAX,
  ]);
  if (through === null) return undefined;
  return {
    through,
    memberIds: members,
    firstAt: firstAt ?? 0,
    lastAt: lastAt ?? 0,
    isFull: through - after >= POSTINGS_MAX,
  };
}

async function recordPart(
  reader: Reader,
  { orders }: Deps,
  { version, instrumentId, after }: { version: Version; instrumentId: number; after: number },
): Promise<Part | undefined> {
  const known = await orders.recordPositions(reader);
  const upTo = known.find((market) => market.instrumentId === instrumentId)?.lastNumber ?? 0;
  const acts = await orders.bookActs(reader, { instrumentId, after, upTo, batches: BATCHES_MAX });
  if (acts === undefined) return undefined;
  const { through, firstAt, lastAt } = acts;
  const who = ruleOf(version.rule).facts === 'trades' ? acts.traders : acts.cancellers;
  const memberIds = who.toSorted((a, b) => a - b);
  return { through, memberIds, firstAt, lastAt, isFull: through < upTo };
}

/** Gives the number of hits. What lies before the agreement counts in a window, but a hit ends behind it. */
async function findIn(
  tx: Tx,
  deps: Deps,
  { version, part }: { version: Version; part: Part },
): Promise<number> {
  const { rule: key, parameters } = version;
  const { firstAt, lastAt } = part;
  const rule = ruleOf(key);
  const agreedAt = version.decidedAt ?? 0;
  const windowMs = rule.windowMs(parameters);
  const span = { from: firstAt - windowMs, until: lastAt };
  let hits = 0;
  for (const memberIds of together(part.memberIds)) {
    const last = await tx.many(lastHits, [key, memberIds]);
    const earlier = new Map(last.map((hit) => [hit.memberId, hit.until]));
    for (const facts of await loadFacts(tx, deps, { memberIds, span, kind: rule.facts })) {
      // Other work goes on between members.
      await nextTurn();
      const after = earlier.get(facts.memberId) ?? 0;
      // Accounts share something before one of them moves money.
      const isOfUses = rule.facts === 'addresses' || rule.facts === 'devices';
      const endsFrom = isOfUses ? agreedAt + 1 : Math.max(firstAt, agreedAt + 1);
      const found = rule.find(facts, parameters, { after, endsFrom });
      for (const one of found)
        await addHit(tx, deps, { version, memberId: facts.memberId, ...one });
      hits += found.length;
    }
  }
  return hits;
}

async function addHit(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  hit: Found & { version: Version; memberId: number },
): Promise<void> {
  const { version, memberId, since, until } = hit;
  const createdAt = clock.now();
  const found = hit.text.slice(0, FOUND_MAX);
  const alerts = [{ hitId: null, points: version.points, found }];
  const why = ruleOf(version.rule).name;
  const finding = { memberId, source: 'rule', openedBy: null, why, alerts } as const;
  const { caseId } = await openCase(tx, finding, createdAt);
  await insertHit(tx, { versionId: version.id, memberId, caseId, since, until, found, createdAt });
}

/** As long as an alert of a case. */
const FOUND_MAX = 1_500;
