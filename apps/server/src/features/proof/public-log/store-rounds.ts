/** The SQL of rounds: what the journal contains, line by line, and which entry of the log commits to it. */
import {
  amount,
  arrayOf,
  bool,
  bytea,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import type { SaltKeys } from './log-keys.ts';

const unsealed = defineQuery({
  name: 'public-log.unsealed',
  text: `select entry_ids, first_posting, last_posting, at, unsealed_count from public_log_unsealed($1, $2)`,
  params: [int8, int4],
  row: {
    entryIds: arrayOf(int8),
    firstPosting: int8,
    lastPosting: int8,
    at: timestamptz,
    unsealedCount: int8,
  },
});
/** What one transaction wrote to the journal. */
export type WrittenRound = RowOf<typeof unsealed>;

/** Whole transactions in the order of their entries, until `postingsMax` postings are reached. */
export function listUnsealed(
  reader: Reader,
  { afterPosting, postingsMax }: { readonly afterPosting: number; readonly postingsMax: number },
): Promise<WrittenRound[]> {
  return reader.many(unsealed, [afterPosting, postingsMax]);
}

const hashesQuery = defineQuery({
  name: 'public-log.hashes',
  text: `select h.round, string_agg(h.hash, ''::bytea order by h.hash) as hashes
    from (
      select l.round, sha256('\\x00'::bytea || convert_to(l.line, 'UTF8')) as hash
      from public_log_lines($1, $2, $3, $4, $5, $6) l
    ) h group by h.round`,
  params: [arrayOf(int8), arrayOf(int8), int8, int8, bytea, bytea],
  row: { round: int8, hashes: bytea },
});

const assetsQuery = defineQuery({
  name: 'public-log.assets',
  text: 'select round, assets, is_balanced from public_log_assets($1, $2, $3, $4)',
  params: [arrayOf(int8), arrayOf(int8), int8, int8],
  row: { round: int8, assets: text, isBalanced: bool },
});

/** A round with its number. */
export interface NumberedRound extends Omit<WrittenRound, 'at' | 'unsealedCount'> {
  readonly round: number;
}

/** What a round's entry commits to. */
export interface RoundContent {
  /** Hashes of its lines, ascending, one behind the other. */
  readonly hashes: Buffer;
  /** In ASCII order. */
  readonly assets: readonly string[];
  /** Whether the postings of each asset sum to zero. */
  readonly isBalanced: boolean;
}

/** By round. Shape: `rounds` are not empty, and their salts come from the same secret. */
export async function readContents(
  reader: Reader,
  rounds: readonly NumberedRound[],
  { inner, outer }: SaltKeys,
): Promise<Map<number, RoundContent>> {
  const where = rangeOf(rounds);
  const hashes = await reader.many(hashesQuery, [...where, inner, outer]);
  const assets = await reader.many(assetsQuery, where);
  const assetsOf = new Map(assets.map((row) => [row.round, row]));
  return new Map(
    hashes.map((row) => {
      const { assets: names = '', isBalanced = false } = assetsOf.get(row.round) ?? {};
      return [row.round, { hashes: row.hashes, assets: names.split(' '), isBalanced }];
    }),
  );
}

const roundColumns = {
  round: nullable(int8),
  entryIndex: nullable(int8),
  firstPosting: nullable(int8),
  lastPosting: nullable(int8),
  entry: nullable(bytea),
  saltSecret: nullable(bytea),
  entryIds: nullable(arrayOf(int8)),
};

/** `entries`: a call that answers the ids of journal entries. */
const roundOf = (
  entries: string,
) => `select r.round, r.entry_index, r.first_posting, r.last_posting, l.entry, k.salt_secret,
      (select array_agg(s.entry_id order by s.entry_id) from public_log_journal s where s.round = r.round) as entry_ids
    from ${entries} as p(entry_id)
    left join public_log_journal j on j.entry_id = p.entry_id
    left join public_log_rounds r on r.round = j.round
    left join public_log_entries l on l.index = r.entry_index
    left join public_log_keys k on k.id = r.key_id`;

const recordQuery = defineQuery({
  name: 'public-log.record',
  text: roundOf('public_log_entry_of($1, $2)'),
  params: [int8, int8],
  row: roundColumns,
});

const namedQuery = defineQuery({
  name: 'public-log.entryNamed',
  text: roundOf('public_log_entry_named($1, $2)'),
  params: [int2, text],
  row: roundColumns,
});

/** The round of an entry of the journal. */
export type RecordRound = {
  readonly [K in keyof RowOf<typeof recordQuery>]: NonNullable<RowOf<typeof recordQuery>[K]>;
};

/** Undefined for a record that is absent or another member's, "unsealed" for one that is in no round yet. */
export async function findRecord(
  reader: Reader,
  request: { readonly recordId: number; readonly memberId: number },
): Promise<RecordRound | 'unsealed' | undefined> {
  return sealedIn(await reader.maybe(recordQuery, [request.recordId, request.memberId]));
}

/** Undefined when the journal has no such entry, "unsealed" when it is in no round yet. */
export async function findNamed(
  reader: Reader,
  { kind, reference }: { readonly kind: number; readonly reference: string },
): Promise<RecordRound | 'unsealed' | undefined> {
  return sealedIn(await reader.maybe(namedQuery, [kind, reference]));
}

function sealedIn(
  row: RowOf<typeof recordQuery> | undefined,
): RecordRound | 'unsealed' | undefined {
  if (row === undefined) return undefined;
  return row.round === null ? 'unsealed' : (row as RecordRound);
}

const lineQuery = defineQuery({
  name: 'public-log.line',
  text: 'select line from public_log_lines($1, $2, $3, $4, $5, $6) where owner_id = $7',
  params: [arrayOf(int8), arrayOf(int8), int8, int8, bytea, bytea, int8],
  row: { line: text },
});

/** The text of an owner's line. @throws Error when the round has none of them */
export async function readLine(
  reader: Reader,
  { round, owner }: { readonly round: NumberedRound; readonly owner: number },
  { inner, outer }: SaltKeys,
): Promise<string> {
  return (await reader.one(lineQuery, [...rangeOf([round]), inner, outer, owner])).line;
}

function rangeOf(
  rounds: readonly NumberedRound[],
): [rounds: number[], entryIds: number[], first: number, last: number] {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { firstPosting, lastPosting } of rounds) {
    first = Math.min(first, firstPosting);
    last = Math.max(last, lastPosting);
  }
  return [
    rounds.flatMap(({ round, entryIds }) => entryIds.map(() => round)),
    rounds.flatMap(({ entryIds }) => entryIds),
    first,
    last,
  ];
}

const unsealedBalancesQuery = defineQuery({
  name: 'public-log.unsealedBalances',
  text: 'select owner_id, asset, amount from public_log_unsealed_balances($1)',
  params: [int8],
  row: { ownerId: int8, asset: text, amount },
});

/** What the journal changed of members' balances in no round yet; borrowed amounts do not count. Signed. */
export function listUnsealedBalances(reader: Reader, afterPosting: number) {
  return reader.many(unsealedBalancesQuery, [afterPosting]);
}

const insertRoundsStatement = defineStatement({
  name: 'public-log.insertRounds',
  text: `insert into public_log_rounds (round, entry_index, key_id, first_posting, last_posting)
    select r.round, r.entry_index, $3::smallint, r.first_posting, r.last_posting
    from unnest($1::bigint[], $2::bigint[], $4::bigint[], $5::bigint[]) as r(round, entry_index, first_posting, last_posting)`,
  params: [arrayOf(int8), arrayOf(int8), int2, arrayOf(int8), arrayOf(int8)],
});

const insertJournalStatement = defineStatement({
  name: 'public-log.insertJournal',
  text: `insert into public_log_journal (round, entry_id) select * from unnest($1::bigint[], $2::bigint[])`,
  params: [arrayOf(int8), arrayOf(int8)],
});

/** Notes the entry of the log that commits to each round, and the round of each entry of the journal. */
export async function insertRounds(
  tx: Tx,
  rounds: readonly (NumberedRound & { readonly entryIndex: number })[],
  keyId: number,
): Promise<void> {
  await tx.run(insertRoundsStatement, [
    rounds.map(({ round }) => round),
    rounds.map(({ entryIndex }) => entryIndex),
    keyId,
    rounds.map(({ firstPosting }) => firstPosting),
    rounds.map(({ lastPosting }) => lastPosting),
  ]);
  const [numbers, entryIds] = rangeOf(rounds);
  await tx.run(insertJournalStatement, [numbers, entryIds]);
}
