/** Searches members for operators: by id, e-mail address or phone. */
import {
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

const FILTER = `($1 = '' or id = $2 or starts_with(email, $1) or phone = $1 or country_code || phone = $1)`;

const search = defineQuery({
  name: 'kernel.searchMembers',
  text: `select id, email, country_code, phone, is_banned, is_frozen, real_name_status, created_at
    from members where ${FILTER} order by id desc limit $3 offset $4`,
  params: [text, nullable(int8), int8, int8],
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
  params: [text, nullable(int8)],
  row: { total: int4 },
});

export type FoundMember = RowOf<typeof search>;

const NUMBER = /^\d{1,15}$/;

/** `words`: a member's id, the beginning of an e-mail address, or a phone; empty: all members. Newest first. */
export function searchMembers<Out>(
  reader: Reader,
  words: string,
  given: { page: Page; row: (member: FoundMember) => Out },
): Promise<PageOf<Out>> {
  const typed = words.trim().toLowerCase();
  const plain = typed.includes('@') ? typed : typed.replaceAll(/[\s+()-]/g, '');
  const filter: [words: string, id: number | null] = [
    plain,
    NUMBER.test(plain) ? Number(plain) : null,
  ];
  return readPage(reader, { list: search, count }, { filter, ...given });
}
