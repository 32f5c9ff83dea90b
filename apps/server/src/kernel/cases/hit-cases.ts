/** Hits of screening in cases: a hit opens one, and a case that nobody has begun ends when all its hits are someone else (ADR 111). */
import { arrayOf, int2, int8, text } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { openCase } from './open-case.ts';
import { pointsOfHit } from './risk.ts';
import { closeStatement, insertEvent, lockCase } from './store-cases.ts';

/** Open hits of a value that are in no open case. */
const hitsWithoutCase = defineQuery({
  name: 'cases.hitsWithoutCase',
  text: `select h.id, h.member_id, h.score, h.matched, v.what, v.value, e.list from screening_hits h
      join screening_values v on v.id = h.value_id join screening_entries e on e.id = h.entry_id
    where h.value_id = $1 and h.state = 'open' and not exists (
      select from case_alerts a join cases c on c.id = a.case_id where a.hit_id = h.id and c.closed_at is null
    ) order by h.score desc, h.id`,
  params: [int8],
  row: {
    id: int8,
    memberId: int8,
    score: int2,
    matched: text,
    what: text,
    value: text,
    list: text,
  },
});

const openCasesOfHits = defineQuery({
  name: 'cases.openOfHits',
  text: `select distinct a.case_id, a.hit_id from case_alerts a join cases c on c.id = a.case_id
    where a.hit_id = any($1) and c.closed_at is null order by a.case_id, a.hit_id`,
  params: [arrayOf(int8)],
  row: { caseId: int8, hitId: int8 },
});

/** A case that only hits have opened and nobody has begun, of which all hits are decided as someone else's, or gone from the list. */
const isOverByHits = defineQuery({
  name: 'cases.isOverByHits',
  text: `select c.id from cases c where c.id = $1 and c.closed_at is null and c.owner_id is null
      and exists (select from case_alerts a where a.case_id = c.id)
      and not exists (select from case_alerts a left join screening_hits h on h.id = a.hit_id
        where a.case_id = c.id and (h.id is null or h.state not in ('notSame', 'gone')))
      and not exists (select from case_events e where e.case_id = c.id and e.operator_id is not null and e.kind <> 'hit')`,
  params: [int8],
  row: { id: int8 },
});

type NewHit = RowOf<typeof hitsWithoutCase>;

const WHY: Readonly<Record<string, string>> = {
  person: 'Name like one on a list',
  party: 'Payer or payee like one on a list',
  address: 'Address on a list',
};

const FOUND_MAX = 1_500;

const foundOf = ({ value, matched, list, score, what }: NewHit): string =>
  (what === 'address'
    ? `${value} is on ${list}`
    : `${value} is like ${matched} on ${list}, ${score} of 100`
  ).slice(0, FOUND_MAX);

/** Of open hits that were never in a case: an instance of a release without cases found them. */
const valuesWithoutCase = defineQuery({
  name: 'cases.valuesWithoutCase',
  text: `select distinct h.value_id from screening_hits h
    where h.state = 'open' and not exists (select from case_alerts a where a.hit_id = h.id) order by h.value_id limit $1`,
  params: [int8],
  row: { valueId: int8 },
});

/** Opens what such an instance left, up to `limit` values. Gives how many there were. */
export async function openMissingCases(tx: Tx, limit: number, at: number): Promise<number> {
  const values = await tx.many(valuesWithoutCase, [limit]);
  for (const { valueId } of values) await openCaseForHits(tx, valueId, at);
  return values.length;
}

/** In the transaction that found or reopened the hits of a screened value. */
export async function openCaseForHits(tx: Tx, valueId: number, at: number): Promise<void> {
  const hits = await tx.many(hitsWithoutCase, [valueId]);
  const [first] = hits;
  if (first === undefined) return;
  const alerts = hits.map((hit) => ({
    hitId: hit.id,
    points: pointsOfHit(hit.what, hit.score),
    found: foundOf(hit),
  }));
  const why = WHY[first.what] ?? first.what;
  await openCase(tx, { memberId: first.memberId, source: 'hit', openedBy: null, why, alerts }, at);
}

/** What people said of a hit stands in its case. Call after the hit has its new state. */
export async function recordHitDecision(
  tx: Tx,
  hit: { id: number; operatorId: number; finding: 'notSame' | 'match'; reason: string },
  at: number,
): Promise<void> {
  const { id: hitId, operatorId, finding, reason: body } = hit;
  for (const { caseId } of await tx.many(openCasesOfHits, [[hitId]])) {
    const event = { caseId, kind: 'hit', operatorId, level: null, body, createdAt: at };
    await insertEvent(tx, { ...event, detail: { hitId, finding } });
    await closeIfOver(tx, caseId, at);
  }
}

/** The list dropped or changed what these hits were like. Call once new hits have been found. */
export async function recordGoneHits(tx: Tx, hitIds: readonly number[], at: number): Promise<void> {
  const touched = new Set<number>();
  for (const { caseId, hitId } of await tx.many(openCasesOfHits, [hitIds])) {
    touched.add(caseId);
    const event = { caseId, kind: 'hit', operatorId: null, level: null, body: '', createdAt: at };
    await insertEvent(tx, { ...event, detail: { hitId, finding: 'gone' } });
  }
  for (const caseId of touched) await closeIfOver(tx, caseId, at);
}

async function closeIfOver(tx: Tx, caseId: number, at: number): Promise<void> {
  await tx.maybe(lockCase, [caseId]);
  if ((await tx.maybe(isOverByHits, [caseId])) === undefined) return;
  await tx.run(closeStatement, [caseId, 'cleared', at]);
  const event = { caseId, kind: 'closed', operatorId: null, level: null, body: '', createdAt: at };
  await insertEvent(tx, { ...event, detail: { outcome: 'cleared' } });
}
