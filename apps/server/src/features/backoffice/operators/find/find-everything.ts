/**
 * One search over customers, records, addresses, notes and announcements (ADR 84). A group that the operator's permissions do not open is
 * empty: it is neither listed nor counted. Each search is logged, since its results name customers.
 */
import {
  type FoundEverything,
  type FoundRecord,
  type NoteLevel,
  readsNotes,
} from '@tern/protocol/operator';
import { maskEmail } from '../../../../kernel/members/mask-email.ts';
import { membersOf, membersWith } from '../../../../kernel/members/search-members.ts';
import { logLook } from '../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import type { MemberRecords, OwnedRecord } from '../../../../kernel/requests/member-records.ts';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { findReviews } from '../../../../kernel/review/list-reviews.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Settings } from '../../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { plainWords } from '../../../../platform/plain-words.ts';
import { type CustomerNames, recordOf, reviewRowsOut } from '../reviews/review-out.ts';
import { notesLike } from '../store-customers.ts';

/** What other features find. All words are in lower case; each gives the newest. */
export interface Finders extends CustomerNames {
  /** Members whose documents have a name with these words. */
  membersNamed(reader: Reader, words: string, limit: number): Promise<number[]>;
  findAddresses(
    reader: Reader,
    words: string,
    limit: number,
  ): Promise<
    {
      use: 'deposit' | 'withdrawal';
      network: string;
      address: string;
      name: string;
      memberId: number;
    }[]
  >;
  findAnnouncements(
    reader: Reader,
    words: string,
    limit: number,
  ): Promise<{ id: number; title: string; isPublished: boolean }[]>;
}

export interface FindDeps extends Finders {
  database: Database;
  clock: Clock;
  settings: Settings;
  reviews: Reviews;
  records: MemberRecords;
}

/** What is given of a group. One more is looked for, so that the console says that there are more. */
const GIVEN_MAX = 20;
const COUNTED_MAX = GIVEN_MAX + 1;
/** Of the customers found, those whose records are listed too. */
const WITH_RECORDS = 5;
/** Shorter words are a part of nearly every address and reference. */
export const ADDRESS_PART_MIN = 4;

const group = <Row>(rows: readonly Row[]) => ({
  list: rows.slice(0, GIVEN_MAX),
  total: Math.min(rows.length, COUNTED_MAX),
});

/** Two letters, or one of a script that writes whole words with one. */
const NAME = /\p{L}.*\p{L}|[\p{Script=Han}\p{Script=Hangul}]/u;

/** The newest members with these words in a name, e-mail address, phone or id. */
export async function findMembers(
  deps: Pick<FindDeps, 'database' | 'membersNamed'>,
  words: string,
  limit: number,
): Promise<number[]> {
  const isName = NAME.test(words) && !words.includes('@');
  const [named, others] = await Promise.all([
    isName ? deps.membersNamed(deps.database, words, limit) : [],
    membersWith(deps.database, words, limit),
  ]);
  return [...new Set([...named, ...others])];
}

export async function findEverything(
  deps: FindDeps,
  actor: Reviewer,
  typed: string,
): Promise<FoundEverything> {
  const words = typed.trim();
  const seesCustomers = actor.permissions.includes('customers.read');
  const seesAnnouncements = actor.permissions.includes('content.read');
  if (seesCustomers) {
    const entry = { actor, action: 'customer.search', subject: 'members', reason: words } as const;
    await deps.database.transaction((tx) => logLook(tx, entry, deps.clock.now()));
  }
  const [announcements, ofCustomers] = await Promise.all([
    seesAnnouncements
      ? deps.findAnnouncements(deps.database, words.toLowerCase(), COUNTED_MAX)
      : [],
    seesCustomers ? findOfCustomers(deps, actor, words) : undefined,
  ]);
  return {
    ...(ofCustomers ?? {
      customers: group([]),
      records: group([]),
      addresses: group([]),
      notes: group([]),
    }),
    announcements: group(announcements.map(({ id, ...row }) => ({ ID: id, ...row }))),
  };
}

async function findOfCustomers(deps: FindDeps, actor: Reviewer, words: string) {
  const { database } = deps;
  const part = words.toLowerCase();
  const isPart = part.length >= ADDRESS_PART_MIN;
  const [memberIds, addresses, notes] = await Promise.all([
    findMembers(deps, words, COUNTED_MAX),
    isPart ? deps.findAddresses(database, part, COUNTED_MAX) : [],
    findNotes(deps, actor, words),
  ]);
  const customers = await membersOf(database, memberIds, {
    page: pageOf({ pageSize: GIVEN_MAX }),
    row: (member) => member,
  });
  const records = await findRecords(deps, actor, {
    words,
    memberIds: customers.list.slice(0, WITH_RECORDS).map(({ id }) => id),
  });
  const shown = {
    addresses: group(addresses),
    notes: group(notes),
    records: group(records),
  };
  const named = [...shown.addresses.list, ...shown.notes.list, ...shown.records.list];
  const names = await deps.namesOf(database, [
    ...customers.list.map(({ id }) => id),
    ...named.flatMap(({ memberId }) => (memberId === null ? [] : [memberId])),
  ]);
  const nameOf = (memberId: number | null) => names.get(memberId ?? 0)?.name ?? '';
  const withName = <Row extends { memberId: number | null }>(row: Row) => ({
    ...row,
    memberName: nameOf(row.memberId),
  });
  return {
    customers: {
      total: Math.min(customers.total, COUNTED_MAX),
      list: customers.list.map(({ id, email, countryCode, phone, ...member }) => ({
        ID: id,
        name: nameOf(id),
        isNameVerified: names.get(id)?.isVerified ?? false,
        email: maskEmail(email),
        phone: phone === '' ? '' : `+${countryCode} ••• ${phone.slice(-4)}`,
        realNameStatus: member.realNameStatus,
        isBanned: member.isBanned,
        isFrozen: member.isFrozen,
      })),
    },
    records: { ...shown.records, list: shown.records.list.map(withName) },
    addresses: { ...shown.addresses, list: shown.addresses.list.map(withName) },
    notes: { ...shown.notes, list: shown.notes.list.map(withName) },
  };
}

/** Of the levels that the operator reads. */
async function findNotes({ database }: FindDeps, actor: Reviewer, words: string) {
  if (!NAME.test(words)) return [];
  const parts = plainWords(words).split(/\s+/);
  const found = await notesLike(database, parts, COUNTED_MAX);
  const notes = found.filter(({ level }) => readsNotes(level as NoteLevel, actor.permissions));
  const logins = await operatorLogins(
    database,
    notes.map(({ operatorId }) => operatorId),
  );
  return notes.map(({ id, memberId, operatorId, level, body, createdAt }) => ({
    ID: id,
    CreatedAt: isoTime(createdAt),
    memberId,
    login: logins.get(operatorId) ?? '',
    level: level as NoteLevel,
    note: body,
  }));
}

type OwnRecord = Omit<FoundRecord, 'memberName'>;

const OPEN_STATES: readonly string[] = ['underReview', 'onItsWay', 'open', 'overdue'];

/** Records that have no review, or whose reviews the operator does not open. */
const withoutReview = (record: OwnedRecord): OwnRecord => ({
  reviewId: null,
  kind: record.kind,
  recordNo: record.recordNo,
  memberId: record.memberId,
  coinname: record.asset,
  amount: record.amount,
  isOpen: OPEN_STATES.includes(record.state),
  CreatedAt: record.CreatedAt,
});

/** Reviews, open and decided, then records without one: by number, by what their subjects hold, or of these members. */
async function findRecords(
  deps: FindDeps,
  actor: Reviewer,
  { words, memberIds }: { words: string; memberIds: readonly number[] },
): Promise<OwnRecord[]> {
  const { database, settings, reviews, records } = deps;
  const at = deps.clock.now();
  const { id = null, kind } = recordOf(reviews, words) ?? {};
  const kinds = kind === undefined ? reviews.kinds() : [{ kind }];
  const holding = await subjectsWith(deps, words);
  const pairs = [
    ...holding,
    ...(id === null ? [] : kinds.map((each) => ({ kind: each.kind, subjectId: id }))),
  ];
  const ofReview = kind === undefined ? id : null;
  const by = { pairs, memberIds, id: ofReview, limit: COUNTED_MAX };
  const [found, numbered, owned] = await Promise.all([
    findReviews(database, { ...by, settings, at }),
    records.numbered(database, words),
    Promise.all(
      holding
        .slice(0, GIVEN_MAX)
        .map((each) => records.findOwned(database, { kind: each.kind, id: each.subjectId })),
    ),
  ]);
  const opensQueue = actor.permissions.includes('reviews.read');
  const rows = await reviewRowsOut(database, found, { reviews, settings, at });
  const reviewed = rows
    // A proposal of operators, such as of other terms, has no customer: only the queue shows it.
    .filter(({ memberId }) => opensQueue || memberId !== null)
    .map(({ ID, kind: of, recordNo, memberId, coinname, amount, state, CreatedAt }) => {
      const reviewId = opensQueue ? ID : null;
      const isOpen = state === 'open';
      return { reviewId, kind: of, recordNo, memberId, coinname, amount, isOpen, CreatedAt };
    });
  const others = [...numbered, ...owned].filter((record) => record !== undefined);
  const all = [...reviewed, ...others.map(withoutReview)];
  return [
    ...new Map(all.toReversed().map((record) => [record.recordNo, record])).values(),
  ].reverse();
}

/** With a part of an address, transaction, bank reference or payer. */
async function subjectsWith({ database, reviews }: FindDeps, words: string) {
  const part = words.toLowerCase();
  if (part.length < ADDRESS_PART_MIN) return [];
  const found = reviews.kinds().map(async ({ kind, find }) => {
    const subjects = (await find?.(database, part)) ?? [];
    return subjects.map((subjectId) => ({ kind, subjectId }));
  });
  return (await Promise.all(found)).flat();
}
