/** Screens names and addresses of members' requests: a hit stops the request until two people have decided it (ADR 103). */
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/query.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { openCaseForHits } from '../cases/hit-cases.ts';
import { isPartRestricted } from '../cases/store-cases.ts';
import type { ReviewCheck } from '../review/review-kind.ts';
import { addressKey, bestMatch, searchedName, SHOWN_FROM } from './match-names.ts';
import { agesOfLists, entriesNamed, entriesWithAddress, newestVersion } from './store-lists.ts';
import {
  insertHits,
  insertRecord,
  isMemberStopping,
  isStopping,
  keepValue,
  setScreened,
  type valuesDue,
} from './store-hits.ts';

/** `person`: the member; `party`: who pays the member, or is paid; `address`: of a transfer. */
export type ScreenedWhat = 'person' | 'party' | 'address';

export interface ScreenedRequest {
  /** As in its review: "withdrawal". */
  kind: string;
  subjectId: number;
  memberId: number;
  /** Empty values are left out. */
  values: readonly (readonly [what: ScreenedWhat, value: string])[];
}

const VALUE_MAX = 500;

/** In the transaction of the request: afterwards it is known whether it is stopped. */
export async function screen(tx: Tx, request: ScreenedRequest, at: number): Promise<void> {
  const { kind, subjectId, memberId } = request;
  for (const [what, given] of request.values) {
    const value = given.trim().slice(0, VALUE_MAX);
    if (value === '') continue;
    const kept = await tx.one(keepValue, [memberId, what, value, value.toLowerCase()]);
    await tx.run(insertRecord, [kept.id, kind, subjectId]);
    await screenValue(tx, kept, at);
  }
}

/** Against the entries that changed since it was screened last. */
export async function screenValue(
  tx: Tx,
  value: RowOf<typeof valuesDue>,
  at: number,
): Promise<void> {
  const { id: valueId, memberId, screenedIn } = value;
  const { version } = await tx.one(newestVersion, []);
  if (version > screenedIn) {
    const found = await matchesOf(tx, value);
    const rows = found.map(({ id: entryId, contentHash: entryHash, entry, score, matched }) => ({
      valueId,
      memberId,
      entryId,
      entryHash,
      entry,
      score,
      matched,
      createdAt: at,
    }));
    if (rows.length > 0) {
      await insertHits(tx, rows);
      await openCaseForHits(tx, valueId, at);
    }
  }
  await tx.run(setScreened, [valueId, Math.max(version, screenedIn), at]);
}

async function matchesOf(reader: Reader, value: RowOf<typeof valuesDue>) {
  const { what, value: given, screenedIn } = value;
  if (what === 'address') {
    const found = await reader.many(entriesWithAddress, [addressKey(given), screenedIn]);
    return found.map((entry) => ({ ...entry, score: 100, matched: given }));
  }
  const { words, sounds } = searchedName(given);
  const near = await reader.many(entriesNamed, [words, sounds, what === 'person', screenedIn]);
  return near.flatMap((entry) => {
    const { score, name: matched } = bestMatch(given, entry.entry.names);
    return score < SHOWN_FROM ? [] : [{ ...entry, score, matched }];
  });
}

interface Stoppable {
  kind: string;
  subjectId: number;
  memberId: number;
}

/** Reviewers read that it is being checked, and not why. The database refuses the approval too (`reviews_screened`). */
export async function screeningCheck(
  reader: Reader,
  { kind, subjectId, memberId }: Stoppable,
): Promise<ReviewCheck> {
  const { isStopped } = await reader.one(isStopping, [kind, subjectId, memberId]);
  return { name: 'screening-clear', isPassed: !isStopped, level: 'stop' };
}

/** Whether a hit on the member's own name is open, or true: such a member receives nothing from others. */
export async function isMemberHit(reader: Reader, memberId: number): Promise<boolean> {
  return (await reader.one(isMemberStopping, [memberId])).isStopped;
}

/**
 * Whether nothing leaves the account: by a hit, or by a case that restricts withdrawals, of which sending to another member is one. Not
 * for what other members see: they would know of the case.
 */
export async function isMemberStopped(reader: Reader, memberId: number): Promise<boolean> {
  if (await isMemberHit(reader, memberId)) return true;
  return (await reader.one(isPartRestricted, [memberId, 'withdrawals'])).isRestricted;
}

/** A list that was not read for longer is old. */
export const LIST_AGE_MAX_MS = 48 * HOUR_MS;

/** Where money is real, nobody is verified with old lists, or none. */
export async function listsCheck(reader: Reader, at: number): Promise<ReviewCheck> {
  const { isLive, lists, old } = await reader.one(agesOfLists, [at - LIST_AGE_MAX_MS]);
  const isPassed = !isLive || (lists > 0 && old === 0);
  return { name: 'screening-lists-current', isPassed, level: 'stop' };
}
