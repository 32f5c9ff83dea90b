/** Members, as several features read them. Changes are in `change-members.ts`. */
import {
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import { Refusal } from '../requests/refusal.ts';

/** The mark stays until the row of its restriction is ended; the restriction itself ends at its time (ADR 111). */
const TRADING_STOPPED = `(is_trading_stopped and is_part_restricted(id, 'trading'))`;

export const members = defineTable('members', {
  id: int8,
  email: text,
  countryCode: text,
  phone: text,
  passwordHash: text,
  passwordDisabledAt: nullable(timestamptz),
  payPasswordHash: nullable(text),
  payPasswordFailures: int4,
  payPasswordLockedUntil: nullable(timestamptz),
  inviteCode: text,
  invitedBy: nullable(int8),
  creditScore: int4,
  realNameStatus: int2,
  isBanned: bool,
  isFrozen: bool,
  isStaff: bool,
  isTradingStopped: bool,
  lang: text,
  withdrawalsBlockedUntil: nullable(timestamptz),
  phoneProvenAt: nullable(timestamptz),
  registeredCountryCode: text,
  passwordResetAt: nullable(timestamptz),
  frozenByOwnerAt: nullable(timestamptz),
  closedAt: nullable(timestamptz),
  freezeReason: nullable(text),
  freezeUntil: nullable(timestamptz),
  banReason: nullable(text),
  banUntil: nullable(timestamptz),
  createdAt: timestamptz,
  updatedAt: timestamptz,
}).with({ isTradingStopped: bool }, { isTradingStopped: TRADING_STOPPED });

const memberByIdQuery = members.select('kernel.memberById', 'where id = $1', [int8]);

const memberForUpdate = members.select(
  'kernel.memberForUpdate',
  'where id = $1 for no key update',
  [int8],
);

const memberByEmailQuery = members.select(
  'kernel.memberByEmail',
  'where email = $1 and closed_at is null',
  [text],
);

const memberByProvenPhoneQuery = members.select(
  'kernel.memberByProvenPhone',
  'where country_code = $1 and phone = $2 and phone_proven_at is not null',
  [text, text],
);

const memberByDigitsQuery = members.select(
  'kernel.memberByDigits',
  `where (country_code || phone = $1 or ($2 and phone = any($3::text[]))) and closed_at is null
    order by phone_proven_at is null, phone = $1 and country_code = '86' desc, phone = $1, id limit 1`,
  [text, bool, arrayOf(text)],
);

const memberByInviteCodeQuery = members.select(
  'kernel.memberByInviteCode',
  'where invite_code = $1 and closed_at is null',
  [text],
);

export type Member = RowOf<typeof memberByIdQuery>;

export const realNameStatus = { none: 0, submitted: 1, verified: 2, rejected: 3 } as const;

/** Whether the member's identity is verified (4025 otherwise). */
export function isVerified(member: Pick<Member, 'realNameStatus'>): boolean {
  return member.realNameStatus === realNameStatus.verified;
}

/** Why a member cannot move money (4008), and until when. */
export interface Freeze {
  by: 'owner' | 'staff';
  /** Of staff, as stored; empty if the owner froze the account. */
  reason: string;
  /** Epoch ms; null until it is lifted. */
  until: number | null;
}

/** The freeze of a member, undefined without one. One by staff comes first: the owner cannot ask to lift it. */
export function freezeOf(member: Member): Freeze | undefined {
  if (!member.isFrozen) return undefined;
  const { freezeReason, freezeUntil, frozenByOwnerAt } = member;
  if (freezeReason === null && frozenByOwnerAt !== null) {
    return { by: 'owner', reason: '', until: null };
  }
  return { by: 'staff', reason: freezeReason ?? '', until: freezeUntil };
}

export function memberById(reader: Reader, id: number): Promise<Member | undefined> {
  return reader.maybe(memberByIdQuery, [id]);
}

/** The member, locked until the transaction ends. */
export function lockMember(tx: Tx, id: number): Promise<Member | undefined> {
  return tx.maybe(memberForUpdate, [id]);
}

/** `email` must be lower case. */
export function memberByEmail(reader: Reader, email: string): Promise<Member | undefined> {
  return reader.maybe(memberByEmailQuery, [email]);
}

/** A phone as stored: digits of the country code, digits of the number. */
export interface Phone {
  countryCode: string;
  phone: string;
}

/** The member who has proven this phone; undefined for an unproven one. */
export function memberByProvenPhone(reader: Reader, phone: Phone): Promise<Member | undefined> {
  return reader.maybe(memberByProvenPhoneQuery, [phone.countryCode, phone.phone]);
}

/**
 * The calling codes of the countries a member may live in: of the proven phone, and of the phone given at registration.
 * Undefined while no phone is proven: the country is unknown then.
 */
export function countryCodesOf(
  member: Pick<Member, 'phoneProvenAt' | 'countryCode' | 'registeredCountryCode'>,
): readonly string[] | undefined {
  if (member.phoneProvenAt === null) return undefined;
  return [...new Set([member.countryCode, member.registeredCountryCode])];
}

/**
 * The member whose phone has these digits: with its country code or, unless `isWhole`, without it; a leading 0 may be the
 * national prefix. Of several, a proven phone comes first, then country code 86, then an international number, then the
 * oldest account. This order is our choice: an unproven phone cannot take over another member's login.
 */
export function memberByDigits(
  reader: Reader,
  digits: string,
  isWhole: boolean,
): Promise<Member | undefined> {
  return reader.maybe(memberByDigitsQuery, [digits, !isWhole, [digits, digits.replace(/^0/, '')]]);
}

export function memberByInviteCode(reader: Reader, code: string): Promise<Member | undefined> {
  return reader.maybe(memberByInviteCodeQuery, [code]);
}

/** Why a member may not trade. */
export type Barred = 'account-frozen' | 'operator-account' | 'not-available';

const barredAmongQuery = members
  .pick('id', 'isFrozen', 'isStaff')
  .select(
    'kernel.barredAmong',
    `where id = any($1::bigint[]) and (is_frozen or is_staff or ${TRADING_STOPPED})`,
    [arrayOf(int8)],
  );

/** Those of these members who may not trade: frozen (4008), an operator's account (ADR 87), or stopped without a reason (ADR 111). */
export async function barredAmong(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, Barred>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.many(barredAmongQuery, [ids]);
  return new Map(
    rows.map(({ id, isFrozen, isStaff }) => [
      id,
      isFrozen ? 'account-frozen' : isStaff ? 'operator-account' : 'not-available',
    ]),
  );
}

/**
 * For orders, contracts, swaps and purchases: what an operator's account does not do (ADR 87), nor one that is restricted (ADR 111).
 * @throws account-frozen, operator-account, not-available
 */
export function assertMayTrade(
  member: Pick<Member, 'isFrozen' | 'isStaff' | 'isTradingStopped'> | undefined,
): asserts member {
  if (member?.isFrozen !== false) throw new Refusal('account-frozen');
  if (member.isStaff) throw new Refusal('operator-account');
  // Without a reason: it would say that the member is being checked.
  if (member.isTradingStopped) throw new Refusal('not-available');
}

const joinedAtQuery = members
  .pick('id', 'createdAt')
  .select('kernel.membersJoinedAt', 'where id = any($1::bigint[])', [arrayOf(int8)]);

/** When these members registered, by id. Units: epoch milliseconds. */
export async function joinedAt(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.many(joinedAtQuery, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

const membersAfterQuery = members
  .pick('id', 'lang')
  .select(
    'kernel.membersAfter',
    'where id > $1 and created_at <= $2 and not is_banned order by id limit $3',
    [int8, timestamptz, int8],
  );

const idsAfterQuery = members
  .pick('id')
  .select('kernel.memberIdsAfter', 'where id > $1 order by id limit $2', [int8, int8]);

/** The next members by id, whatever their status. */
export async function memberIdsAfter(
  reader: Reader,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  return (await reader.many(idsAfterQuery, [afterId, limit])).map(({ id }) => id);
}

/** The next members by id who registered before a time and are not banned. */
export function membersAfter(
  reader: Reader,
  range: { afterId: number; registeredBefore: number; limit: number },
): Promise<{ id: number; lang: string }[]> {
  const { afterId, registeredBefore, limit } = range;
  return reader.many(membersAfterQuery, [afterId, registeredBefore, limit]);
}

const membersBesides = defineQuery({
  name: 'kernel.membersBesides',
  text: 'select exists (select from members where email <> all ($1)) as exist',
  params: [arrayOf(text)],
  row: { exist: bool },
});

/** Whether anyone has an account besides those of these addresses. */
export async function hasMembersBesides(
  reader: Reader,
  emails: readonly string[],
): Promise<boolean> {
  return (await reader.one(membersBesides, [emails])).exist;
}
