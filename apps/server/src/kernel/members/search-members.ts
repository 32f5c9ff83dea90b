/** Searches members for operators: by id, and by a part of an e-mail address or phone; and lists them. */
import { arrayOf, int8 } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { definePartSearch } from '../../platform/database/part-search.ts';
import { type RowOf } from '../../platform/database/query.ts';
import { members } from './members.ts';
import { type Page, type PageOf, readPage } from '../requests/page.ts';

const listed = members.pick(
  'id',
  'email',
  'countryCode',
  'phone',
  'isBanned',
  'isFrozen',
  'realNameStatus',
  'createdAt',
);

const list = listed.select('kernel.listMembers', 'order by id desc limit $1 offset $2', [
  int8,
  int8,
]);
const count = members.count('kernel.countMembers', '', []);

const listThese = listed.select(
  'kernel.listTheseMembers',
  'where id = any ($1) order by id desc limit $2 offset $3',
  [arrayOf(int8), int8, int8],
);
const countThese = members.count('kernel.countTheseMembers', 'where id = any ($1)', [
  arrayOf(int8),
]);

const byPart = definePartSearch(members.pick('id'), {
  name: 'kernel.searchMembers',
  words: `(email || ' +' || country_code || phone)`,
  newest: 'id',
});

export type FoundMember = RowOf<typeof list>;

/** Shorter parts would match almost everybody. */
const PART_MIN = 3;
/** As people write one. */
const PHONE = /^[\d\s()+-]+$/;
const NUMBER = /^\d{1,15}$/;

/**
 * The newest `limit` members with `words`: an id, or three letters or more of an e-mail address or phone, which may be spaced as
 * people write it.
 */
export async function membersWith(reader: Reader, words: string, limit: number): Promise<number[]> {
  const typed = words.trim().toLowerCase();
  const plain = PHONE.test(typed) ? typed.replaceAll(/[\s()-]/g, '') : typed;
  if (plain.length < PART_MIN || /\s/.test(plain)) return [];
  const found = (await byPart(reader, [plain], limit)).map(({ id }) => id);
  return NUMBER.test(plain) ? [Number(plain), ...found] : found;
}

interface Shown<Out> {
  page: Page;
  row: (member: FoundMember) => Out;
}

/** All members, newest first. */
export const listMembers = <Out>(reader: Reader, shown: Shown<Out>): Promise<PageOf<Out>> =>
  readPage(reader, { list, count }, { filter: [], ...shown });

/** Those of these ids that exist, newest first. */
export const membersOf = <Out>(
  reader: Reader,
  ids: readonly number[],
  shown: Shown<Out>,
): Promise<PageOf<Out>> =>
  readPage(reader, { list: listThese, count: countThese }, { filter: [ids], ...shown });
