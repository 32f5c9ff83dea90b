/** A member's profile, balances, reviews and records for operators, without documents. Each view is logged. */
import { formatDecimal } from '@tern/money';
import { readsNotes } from '@tern/protocol/operator';
import { logLook } from '../../../../kernel/operators/audit-log.ts';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { balanceRow, balancesOf } from '../../../../kernel/ledger/balances.ts';
import { waitingClosing } from '../../../../kernel/members/account-closing.ts';
import { type Member, memberById } from '../../../../kernel/members/members.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import type { Page } from '../../../../kernel/requests/page.ts';
import { shownReference } from '../../../../kernel/requests/record-letters.ts';
import { listRecords, noteIn } from '../../../../kernel/ledger/records.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { reviewsOfMember } from '../../../../kernel/review/list-reviews.ts';
import { type Reviewer, reviewSettings } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import {
  type FoundMember,
  listMembers,
  membersOf,
} from '../../../../kernel/members/search-members.ts';
import type { Settings } from '../../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { type BlockAct, type BlockRight, isLiftedByTwo, liftAskedBy } from './block-member.ts';
import { notesOut } from './member-notes.ts';
import { type TotalsDeps, totalsOut } from './member-totals.ts';
import { reviewRowsOut } from '../reviews/review-out.ts';
import { ADDRESS_PART_MIN, findMembers, type Finders } from '../find/find-everything.ts';
import { type Block, blocksOfMember } from '../store-customers.ts';

export interface CustomerDeps extends TotalsDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  assets: AssetRegistry;
  reviews: Reviews;
  /** The name in a member's verified documents. */
  nameOf(reader: Reader, memberId: number): Promise<string | undefined>;
  membersNamed: Finders['membersNamed'];
  findAddresses: Finders['findAddresses'];
}

const REVIEWS_SHOWN = 50;

function customerRow(member: FoundMember | Member) {
  const { id, createdAt, email, countryCode, phone, isBanned, isFrozen } = member;
  return {
    ID: id,
    CreatedAt: isoTime(createdAt),
    email,
    // A closed account has none.
    phone: phone === '' ? '' : `+${countryCode}${phone}`,
    isBanned,
    isFrozen,
    realNameStatus: member.realNameStatus,
  };
}

/** More than a person reads through; they give more words instead. */
const FOUND_MAX = 500;

/** By all that names a customer, and by a part of their addresses. */
async function customersWith(deps: CustomerDeps, words: string): Promise<number[]> {
  const part = words.toLowerCase();
  const [members, addresses] = await Promise.all([
    findMembers(deps, words, FOUND_MAX),
    part.length < ADDRESS_PART_MIN ? [] : deps.findAddresses(deps.database, part, FOUND_MAX),
  ]);
  return [...new Set([...members, ...addresses.map(({ memberId }) => memberId)])];
}

/** Newest first; of a search at most five hundred. */
export async function listCustomers(
  deps: CustomerDeps,
  actor: Reviewer,
  query: { search: string; page: Page },
) {
  const { search, page } = query;
  const reason = search.trim();
  const shown = { page, row: customerRow };
  const found =
    reason === ''
      ? await listMembers(deps.database, shown)
      : await membersOf(deps.database, await customersWith(deps, reason), shown);
  const action = reason === '' ? 'customer.list' : 'customer.search';
  const entry = { actor, action, subject: 'members', reason } as const;
  await deps.database.transaction((tx) => logLook(tx, entry, deps.clock.now()));
  return found;
}

/** @throws not-found */
export function showCustomer(deps: CustomerDeps, actor: Reviewer, memberId: number) {
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const member = await memberById(tx, memberId);
    if (member === undefined) throw new Refusal('not-found');
    const subject = `member:${memberId}`;
    await logLook(tx, { actor, action: 'customer.view', subject, memberId }, at);
    const page = { limit: REVIEWS_SHOWN, offset: 0 };
    const filter = { memberId, isWhole: true };
    const listed = await reviewsOfMember(tx, filter, { ...deps, at, ...page });
    const balances = await balancesOf(tx, memberId);
    const closing = await waitingClosing(tx, memberId);
    const blocks = await tx.many(blocksOfMember, [memberId]);
    const { lang, inviteCode, creditScore, withdrawalsBlockedUntil: blocked } = member;
    const reviews = await reviewRowsOut(tx, listed.reviews, { ...deps, at });
    return {
      ...customerRow(member),
      name: (await deps.nameOf(tx, memberId)) ?? '',
      lang,
      inviteCode,
      creditScore,
      hasPayPassword: member.payPasswordHash !== null,
      blocks: await blocksOut(tx, blocks, { settings: deps.settings, at }),
      closedAt: member.closedAt === null ? null : isoTime(member.closedAt),
      closesAt: closing === undefined ? null : isoTime(closing.endsAt),
      phoneProven: member.phoneProvenAt !== null,
      frozenByOwnerAt: member.frozenByOwnerAt === null ? null : isoTime(member.frozenByOwnerAt),
      withdrawalsBlockedUntil: blocked === null ? null : isoTime(blocked),
      balances: balances.map((each) => ({ ...balanceRow(each), loan: formatDecimal(each.loan) })),
      totals: await totalsOut(tx, deps, memberId),
      notes: await notesOut(tx, memberId, actor),
      reviews: readsNotes('review', actor.permissions)
        ? reviews
        : reviews.map((review) => ({ ...review, holdReason: '' })),
    };
  });
}

interface BlocksAt {
  settings: Settings;
  at: number;
}

/** The blocks in force. */
async function blocksOut(reader: Reader, all: readonly Block[], { settings, at }: BlocksAt) {
  const blocks = all.filter(({ endedAt }) => endedAt === null);
  const firstHours = settings.read(reviewSettings.firstApprovalHours);
  const asked = blocks.map((block) => liftAskedBy(block, at, firstHours));
  const ids = [...blocks.map(({ operatorId }) => operatorId), ...asked];
  const logins = await operatorLogins(
    reader,
    ids.filter((id) => id !== null),
  );
  return blocks.map((block, index) => ({
    act: block.act as BlockAct,
    until: block.until === null ? null : isoTime(block.until),
    login: logins.get(block.operatorId) ?? '',
    setAs: block.setAs as BlockRight,
    isLiftedByTwo: isLiftedByTwo(block),
    liftAskedBy: logins.get(asked[index] ?? 0) ?? null,
  }));
}

/** Newest first. @throws not-found */
export async function listCustomerRecords(
  deps: CustomerDeps,
  actor: Reviewer,
  query: { memberId: number; asset: string | null; page: Page },
) {
  const { memberId, asset, page } = query;
  const { database, clock } = deps;
  if ((await memberById(database, memberId)) === undefined) throw new Refusal('not-found');
  const entry = {
    actor,
    action: 'customer.records' as const,
    subject: `member:${memberId}`,
    memberId,
  };
  await database.transaction((tx) => logLook(tx, entry, clock.now()));
  const filter = { memberId, asset, kind: null };
  const { records, total } = await listRecords(database, filter, page);
  const list = records.map((record) => ({
    ID: record.id,
    CreatedAt: isoTime(record.effectiveAt),
    coinname: record.asset,
    type: record.kind,
    amount: formatDecimal(record.amount),
    after: formatDecimal(record.availableAfter),
    reserved: formatDecimal(record.reservedAfter),
    reference: shownReference(record.reference),
    note: noteIn('en', record),
  }));
  return { list, total, page: page.number, pageSize: page.limit };
}
