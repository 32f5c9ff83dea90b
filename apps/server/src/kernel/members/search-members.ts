/** Searches members for operators: by id, phone, part of an e-mail address, or a name that another table has. */
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
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { type Page, type PageOf, readPage } from '../requests/page.ts';

/** Shorter parts would match almost everybody. */
const PART_MIN = 3;

/** A part of an address is found by reading every member: operators search seldom, and a person waits for it. */
const FILTER = `($1 = '' or id = $2 or phone = $1 or country_code || phone = $1 or id = any ($3)
  or length($1) >= ${PART_MIN} and position($1 in email) > 0)`;

const search = defineQuery({
  name: 'kernel.searchMembers',
  text: `select id, email, country_code, phone, is_banned, is_frozen, real_name_status, created_at
    from members where ${FILTER} order by id desc limit $4 offset $5`,
  params: [text, nullable(int8), arrayOf(int8), int8, int8],
  row: {
    id: int8,
    email: text,
    countryCode: text,
    phone: text,
    isBanned: bool,
    isFrozen: bool,
    realNameStatus: int2,
    createdAt: timestamptz,
  },
});

const count = defineQuery({
  name: 'kernel.countSearchedMembers',
  text: `select count(*)::int as total from members where ${FILTER}`,
  params: [text, nullable(int8), arrayOf(int8)],
  row: { total: int4 },
});

export type FoundMember = RowOf<typeof search>;

const NUMBER = /^\d{1,15}$/;

/**
 * `words`: a member's id, three letters or more of an e-mail address, or a phone; empty: all members. `named`: the ids of those
 * found by name. Newest first.
 */
export function searchMembers<Out>(
  reader: Reader,
  { words, named }: { words: string; named: readonly number[] },
  given: { page: Page; row: (member: FoundMember) => Out },
): Promise<PageOf<Out>> {
  const typed = words.trim().toLowerCase();
  const plain = typed.includes('@') ? typed : typed.replaceAll(/[\s+()-]/g, '');
  const id = NUMBER.test(plain) ? Number(plain) : null;
  const filter: [string, number | null, readonly number[]] = [plain, id, named];
  return readPage(reader, { list: search, count }, { filter, ...given });
}
