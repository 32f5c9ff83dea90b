/** Searches members for operators: by id, phone, part of an e-mail address, or a name that another table has. */
import { arrayOf, int8, nullable, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { type RowOf } from '../../platform/database/query.ts';
import { members } from './members.ts';
import { type Page, type PageOf, readPage } from '../requests/page.ts';

/** Shorter parts would match almost everybody. */
const PART_MIN = 3;

/** A part of an address is found by reading every member: operators search seldom, and a person waits for it. */
const FILTER = `($1 = '' or id = $2 or phone = $1 or country_code || phone = $1 or id = any ($3)
  or length($1) >= ${PART_MIN} and position($1 in email) > 0)`;

const search = members
  .pick(
    'id',
    'email',
    'countryCode',
    'phone',
    'isBanned',
    'isFrozen',
    'realNameStatus',
    'createdAt',
  )
  .select('kernel.searchMembers', `where ${FILTER} order by id desc limit $4 offset $5`, [
    text,
    nullable(int8),
    arrayOf(int8),
    int8,
    int8,
  ]);

const count = members.count('kernel.countSearchedMembers', `where ${FILTER}`, [
  text,
  nullable(int8),
  arrayOf(int8),
]);

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
