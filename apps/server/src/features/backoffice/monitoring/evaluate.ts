/**
 * Looks at what is new with the rules in force. The hits of a part and the position behind it are one transaction: after a crash it is done
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
  findProgress,
  insertHit,
  lastHits,
  lockProgress,
  type Looking,
  lookingVersions,
  moveProgress,
  type Version,
} from './store.ts';

/** The number of the journal among the sources; markets have their ids. */
const JOURNAL = 0;
/** Of one part. */
const POSTINGS_MAX = 5_000;
const BATCHES_MAX = 200;
const SHARE_LESS = 1 / 8;
const SHARE_MIN = 1 / 64;

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
  const { database } = deps;
  const failed: unknown[] = [];
  for (const version of await database.many(lookingVersions, [])) {
    try {
      const positions = await positionsOf(database, deps, version);
      const sources = positions.map(({ source }) => source);
      const none = positions.map(() => 0);
      await database.transaction((tx) => tx.run(beginProgress, [version.id, sources, none]));
      for (const { source } of positions) await catchUp(deps, { version, source }, ending);
    } catch (error) {
      failed.push(error);
    }
  }
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

/** A part that fails is tried smaller: less is read in time, and what still fails keeps back little else. */
async function catchUp(
  deps: Deps,
  of: { version: Looking; source: number },
  ending: AbortSignal | undefined,
): Promise<void> {
  const isEnding = () => ending?.aborted === true;
  let share = 1;
  let isMore = true;
  while (isMore && !isEnding()) {
    try {
      isMore = await lookOnce(deps, { ...of, share });
      share = Math.min(1, share * 2);
    } catch (error) {
      if (share <= SHARE_MIN || isEnding()) throw error;
      share *= SHARE_LESS;
    }
  }
}

/**
 * Reads and computes outside of a transaction: one that writes would hold back what others count and publish. Then one short transaction
 * writes the hits and moves the position, if it is still where the part began. Returns whether there is more.
 */
async function lookOnce(deps: Deps, { version: { id }, source, share }: Look): Promise<boolean> {
  const { database, reviews } = deps;
  const version = await lookingOf(database, id);
  const progress = await database.maybe(findProgress, [id, source]);
  if (version === undefined || progress === undefined || progress.isDone) return false;
  const after = progress.position;
  const part = await (source === JOURNAL
    ? journalPart(database, { after, share })
    : recordPart(database, deps, { version, instrumentId: source, after, share }));
  if (part === undefined) return false;
  // What happened after the next version was agreed to is for that one.
  const isDone = version.endsAt !== null && part.firstAt > version.endsAt;
  const hits = isDone ? [] : await findIn(deps, { version, part });
  const end = await database.transaction(async (tx) => {
    const held = await tx.maybe(lockProgress, [id, source]);
    // Another instance was here.
    if (held?.position !== after) return 'elsewhere';
    const now = await lookingOf(tx, id);
    // Two people have agreed to another one meanwhile: it is read again up to then.
    if (now?.endsAt !== version.endsAt) return 'again';
    for (const hit of hits) await addHit(tx, deps, { ...hit, version });
    await tx.run(moveProgress, [id, source, isDone ? after : part.through, isDone]);
    return 'moved';
  });
  if (end === 'moved' && hits.length > 0) reviews.announce();
  return end === 'again' || (end === 'moved' && part.isFull && !isDone);
}

interface Look {
  readonly version: Pick<Looking, 'id'>;
  readonly source: number;
  /** Of the largest part. */
  readonly share: number;
}

const lookingOf = async (reader: Reader, id: number): Promise<Looking | undefined> =>
  (await reader.many(lookingVersions, [])).find((version) => version.id === id);

async function journalPart(
  reader: Reader,
  { after, share }: { after: number; share: number },
): Promise<Part | undefined> {
  const most = Math.ceil(POSTINGS_MAX * share);
  const { through, members, firstAt, lastAt } = await reader.one(moversAfter, [after, most]);
  if (through === null) return undefined;
  return {
    through,
    memberIds: members,
    firstAt: firstAt ?? 0,
    lastAt: lastAt ?? 0,
    isFull: through - after >= most,
  };
}

async function recordPart(
  reader: Reader,
  { orders }: Deps,
  part: { version: Version; instrumentId: number; after: number; share: number },
): Promise<Part | undefined> {
  const { version, instrumentId, after, share } = part;
  const known = await orders.recordPositions(reader);
  const upTo = known.find((market) => market.instrumentId === instrumentId)?.lastNumber ?? 0;
  const acts = await orders.bookActs(reader, {
    instrumentId,
    after,
    upTo,
    batches: Math.ceil(BATCHES_MAX * share),
  });
  if (acts === undefined) return undefined;
  const { through, firstAt, lastAt } = acts;
  const who = ruleOf(version.rule).facts === 'trades' ? acts.traders : acts.cancellers;
  const memberIds = who.toSorted((a, b) => a - b);
  return { through, memberIds, firstAt, lastAt, isFull: through < upTo };
}

interface Hit extends Found {
  readonly memberId: number;
}

/** What lies before the agreement counts in a window, but a hit ends behind it, and not behind that of the next version. */
async function findIn(
  deps: Deps,
  { version, part }: { version: Looking; part: Part },
): Promise<Hit[]> {
  const { database } = deps;
  const { rule: key, parameters } = version;
  const { firstAt, lastAt } = part;
  const rule = ruleOf(key);
  const agreedAt = version.decidedAt ?? 0;
  const windowMs = rule.windowMs(parameters);
  const span = { from: firstAt - windowMs, until: lastAt };
  // Accounts share something before one of them moves money.
  const isOfUses = rule.facts === 'addresses' || rule.facts === 'devices';
  const endsFrom = isOfUses ? agreedAt + 1 : Math.max(firstAt, agreedAt + 1);
  const ends = { endsFrom, endsUntil: version.endsAt ?? Infinity };
  const hits: Hit[] = [];
  for (const memberIds of together(part.memberIds, rule.facts)) {
    const last = await database.many(lastHits, [key, memberIds]);
    const earlier = new Map(last.map((hit) => [hit.memberId, hit.until]));
    for (const facts of await loadFacts(database, deps, { memberIds, span, kind: rule.facts })) {
      // Other work goes on between members.
      await nextTurn();
      const { memberId } = facts;
      const found = rule.find(facts, parameters, { after: earlier.get(memberId) ?? 0, ...ends });
      hits.push(...found.map((one) => ({ ...one, memberId })));
    }
  }
  return hits;
}

async function addHit(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { version, memberId, since, until, text }: Hit & { version: Version },
): Promise<void> {
  const createdAt = clock.now();
  const found = text.slice(0, FOUND_MAX);
  const alerts = [{ hitId: null, points: version.points, found }];
  const why = ruleOf(version.rule).name;
  const finding = { memberId, source: 'rule', openedBy: null, why, alerts } as const;
  const { caseId } = await openCase(tx, finding, createdAt);
  await insertHit(tx, { versionId: version.id, memberId, caseId, since, until, found, createdAt });
}

/** As long as an alert of a case. */
const FOUND_MAX = 1_500;
