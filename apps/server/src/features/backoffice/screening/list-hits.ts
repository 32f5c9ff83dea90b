/** What the console shows of screening: lists, open and decided hits, and one hit with its entry. */
import type { ScreeningHit, ScreeningHitRow, ScreeningListRow } from '@tern/protocol/operator';
import { logLook } from '../../../kernel/operators/audit-log.ts';
import { notAboutActor } from '../../../kernel/operators/staff-accounts.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import type { ReviewKind } from '../../../kernel/review/review-kind.ts';
import type { Reviewer } from '../../../kernel/review/review-rules.ts';
import { LIST_AGE_MAX_MS } from '../../../kernel/screening/screen.ts';
import {
  countHits,
  decidedHits,
  decisionsOfHit,
  entryOfHit,
  hitById,
  hitsBefore,
  openHits,
  recordsOfHit,
} from '../../../kernel/screening/store-hits.ts';
import { newestLists } from '../../../kernel/screening/store-lists.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { ScreeningDeps } from './deps.ts';
import type { Finding } from './decide-hit.ts';

/** Single letters name requests. */
const HIT = 'SH';
const OPEN_MAX = 200;
const DECIDED_MAX = 100;
const IDENTITY = 'identity';

type Deps = Pick<ScreeningDeps, 'database' | 'clock' | 'reviews'>;

/** Nobody sees hits on their own account. */
export async function listScreening({ database, clock, reviews }: Deps, { operatorId }: Reviewer) {
  const now = clock.now();
  const [lists, { total }, open, decided] = await Promise.all([
    database.many(newestLists, []),
    database.one(countHits, [operatorId]),
    database.many(openHits, [OPEN_MAX, operatorId]),
    database.many(decidedHits, [now - DAY_MS, DECIDED_MAX, operatorId]),
  ]);
  const kinds = reviews.kinds();
  return {
    lists: lists.map((list) => listRow(list, now)),
    total,
    open: open.map((hit) => hitRow(hit, kinds)),
    decided: decided.map((hit) => hitRow(hit, kinds)),
  };
}

function listRow(list: RowOf<typeof newestLists>, now: number): ScreeningListRow {
  const { list: name, publishedOn, entries, readAt } = list;
  // The sample is part of the program and does not age.
  const isOld = name !== 'SAMPLE' && readAt < now - LIST_AGE_MAX_MS;
  return { list: name, day: publishedOn, entries, readAt: isoTime(readAt), isOld };
}

type Kinds = readonly Pick<ReviewKind, 'kind' | 'letter'>[];

/** Empty for a record whose kind is unknown. */
function numberOf(record: { kind: string | null; subjectId: number | null }, kinds: Kinds): string {
  const letter = kinds.find(({ kind }) => kind === record.kind)?.letter;
  return letter === undefined || record.subjectId === null
    ? ''
    : recordNo(letter, record.subjectId);
}

function hitRow(hit: RowOf<typeof openHits>, kinds: Kinds): ScreeningHitRow {
  const { id, what, value, memberId, list, listedName, score, state, decisions } = hit;
  return {
    ID: id,
    recordNo: recordNo(HIT, id),
    what: what as ScreeningHitRow['what'],
    value,
    memberId,
    list,
    listedName,
    score,
    state: state as ScreeningHitRow['state'],
    decisions,
    foundIn: numberOf(hit, kinds),
    CreatedAt: isoTime(hit.createdAt),
    decidedAt: hit.decidedAt === null ? null : isoTime(hit.decidedAt),
  };
}

/** Logs the look. @throws not-found, also for one on the operator's own account */
export async function showHit(deps: Deps, actor: Reviewer, id: number): Promise<ScreeningHit> {
  const { database, clock, reviews } = deps;
  const hit = await notAboutActor(database, actor, await database.maybe(hitById, [id]));
  const { memberId } = hit;
  const look = { actor, action: 'screening.view', subject: `hit:${id}`, memberId } as const;
  await database.transaction((tx) => logLook(tx, look, clock.now()));
  const [{ entry }, records, decisions, before] = await Promise.all([
    database.one(entryOfHit, [id]),
    database.many(recordsOfHit, [id]),
    database.many(decisionsOfHit, [id]),
    database.one(hitsBefore, [id]),
  ]);
  const logins = await operatorLogins(
    database,
    decisions.map(({ operatorId }) => operatorId),
  );
  const kinds = reviews.kinds();
  const { wallets: _matchedOnly, ...shown } = entry;
  const now = decisions.filter(({ round }) => round === hit.round);
  const hasDecided = now.some(({ operatorId }) => operatorId === actor.operatorId);
  return {
    ...hitRow(hit, kinds),
    round: hit.round,
    matched: hit.matched,
    entry: { ...shown, names: [...shown.names], ...textsOf(shown) },
    requests: records.map((record) => numberOf(record, kinds)).filter(Boolean),
    document: await documentOf(database, records, kinds),
    people: decisions.map(({ round, operatorId, outcome, signs, reason, createdAt }) => ({
      round,
      login: logins.get(operatorId) ?? '',
      finding: outcome as Finding,
      signs: signs as ScreeningHit['people'][number]['signs'],
      reason,
      CreatedAt: isoTime(createdAt),
    })),
    before,
    mayDecide:
      actor.permissions.includes('screening.decide') && hit.state === 'open' && !hasDecided,
  };
}

type Entry = RowOf<typeof entryOfHit>['entry'];

const textsOf = ({ births, birthplaces, nationalities, documents }: Omit<Entry, 'wallets'>) => ({
  births: [...births],
  birthplaces: [...birthplaces],
  nationalities: [...nationalities],
  documents: [...documents],
});

/** The customer's newest documents among the requests that name the value. */
async function documentOf(
  reader: Reader,
  records: readonly { kind: string; subjectId: number }[],
  kinds: readonly ReviewKind[],
): Promise<ScreeningHit['document']> {
  const sent = records.find(({ kind }) => kind === IDENTITY);
  const identity = kinds.find(({ kind }) => kind === IDENTITY);
  if (sent === undefined || identity === undefined) return null;
  const review = await reviewOf(reader, IDENTITY, sent.subjectId);
  if (review === undefined) return null;
  const { summary, images } = await identity.evidence(reader, sent.subjectId);
  return { reviewId: review.id, summary, images: images.map(({ id, label }) => ({ id, label })) };
}
