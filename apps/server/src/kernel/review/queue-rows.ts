/** The lists of reviews in SQL. Each reads what it gives, and the open ones at most: decided reviews are never read as a whole. */
import {
  arrayOf,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { reviews } from './review-rows.ts';

/** `$1`: now, `$2`: the oldest first approval that counts; in all queries below. */
const STAGE = `case when state <> 'open' then 'done' when hold_until > $1 then 'held'
  when approvals = 2 and first_by is not null and first_at > $2 then 'second' else 'first' end`;

const SELECT = `select ${reviews.columns}, ${STAGE} as stage from reviews`;
const moment = [timestamptz, timestamptz] as const;
const row = { ...reviews.row, stage: text };

const OPEN = `where state = 'open' and ($3::text is null or ${STAGE} = $3)
  and ($4::text is null or kind = $4) and (not $5 or due_at <= $1)`;
const openParams = [...moment, nullable(text), nullable(text), bool] as const;

/** Soonest due first. `$5`: late ones only. */
export const listOpen = defineQuery({
  name: 'kernel.listOpenReviews',
  text: `${SELECT} ${OPEN} order by due_at, id limit $6 offset $7`,
  params: [...openParams, int8, int8],
  row,
});

export const countOpen = reviews.count('kernel.countOpenReviews', OPEN, openParams);

const OF_MEMBER = `where member_id = $3 and ($4 or state = 'open')`;

/** Newest first. `$4`: decided ones too. */
export const listOfMember = defineQuery({
  name: 'kernel.listReviewsOfMember',
  text: `${SELECT} ${OF_MEMBER} order by id desc limit $5 offset $6`,
  params: [...moment, int8, bool, int8, int8],
  row,
});

export const countOfMember = defineQuery({
  name: 'kernel.countReviewsOfMember',
  text: `select count(*)::int as total from reviews where member_id = $1 and ($2 or state = 'open')`,
  params: [int8, bool],
  row: { total: int4 },
});

/** The newest of each of these kinds. */
const newest = (columns: string, kinds: string, limit: string) =>
  `unnest(${kinds}::text[]) wanted (name) cross join lateral (
    select ${columns} from reviews where kind = wanted.name and state <> 'open' order by id desc limit ${limit}) newest`;

/** Newest first, of these kinds. */
export const listDecided = defineQuery({
  name: 'kernel.listDecidedReviews',
  text: `select ${reviews.columns}, ${STAGE} as stage from ${newest('*', '$3', '$4::bigint + $5::bigint')}
    order by id desc limit $4 offset $5`,
  params: [...moment, arrayOf(text), int8, int8],
  row,
});

/** `$2`: counts no further. */
export const countDecided = defineQuery({
  name: 'kernel.countDecidedReviews',
  text: `select count(*)::int as total from (select 1 from ${newest('1', '$1', '$2')} limit $2) counted`,
  params: [arrayOf(text), int8],
  row: { total: int4 },
});

/** The one with id `$3`, those of pairs of kind and subject, and the newest of some members. */
const FOUND = `id in (
      select id from reviews where id = $3
      union select r.id from unnest($4::text[], $5::bigint[]) named (kind, subject_id)
        join reviews r on r.kind = named.kind and r.subject_id = named.subject_id
      union select r.id from unnest($6::bigint[]) of_member (id)
        cross join lateral (select id from reviews where member_id = of_member.id order by id desc limit $7) r)`;
const foundParams = [
  ...moment,
  nullable(int8),
  arrayOf(text),
  arrayOf(int8),
  arrayOf(int8),
  int8,
] as const;

/** Open and decided, newest first. `$7`: of each member, and of all. */
export const reviewsFound = defineQuery({
  name: 'kernel.reviewsFound',
  text: `${SELECT} where ${FOUND} order by id desc limit $7`,
  params: foundParams,
  row,
});

export const countsByKind = defineQuery({
  name: 'kernel.reviewCounts',
  text: `select kind, ${STAGE} as stage, count(*)::int as total, (count(*) filter (where due_at <= $1))::int as late,
      min(created_at) as oldest_at
    from reviews where state = 'open' group by 1, 2 order by 1, 2`,
  params: moment,
  row: { kind: text, stage: text, total: int4, late: int4, oldestAt: timestamptz },
});
