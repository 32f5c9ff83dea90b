/** The SQL of closed days. */
import {
  amount,
  arrayOf,
  bool,
  date,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

/** Returns how many postings it passed; 0 when it has to wait. */
export const countSome = defineQuery({
  name: 'day-close.count',
  text: 'select day_close_count($1) as passed',
  params: [int4],
  row: { passed: int8 },
});

/** The day that it closed; null when none can be closed yet. */
export const closeNext = defineQuery({
  name: 'day-close.closeNext',
  text: 'select day_close_next($1) as day',
  params: [timestamptz],
  row: { day: nullable(date) },
});

/** Of a closed day; false for one that is signed or need not be. */
export const stateDay = defineQuery({
  name: 'day-close.stateDay',
  text: 'select day_close_state_day($1, $2) as is_stated',
  params: [date, timestamptz],
  row: { isStated: bool },
});

/** Days that wait for a statement, oldest first: of many, the oldest, which are signed first, and the newest, so many of each. */
export const daysToState = defineQuery({
  name: 'day-close.daysToState',
  text: `select day from (
      select day, row_number() over (order by day) as oldest, row_number() over (order by day desc) as newest
      from (
        select distinct s.day from day_close_statements s
        where s.stated is null and s.day > coalesce((select max(day) from day_close_signatures where place = 2), '-infinity')
      ) w
    ) d where least(oldest, newest) <= $1 order by day`,
  params: [int8],
  row: { day: date },
});

const STATE = `c.day, c.closed_at, c.through_posting, (select count(*) from day_close_differences d where d.day = c.day) as differences,
  exists (select from day_close_lines l where l.day = c.day and l.late <> 0) as has_late,
  (select count(*) from day_close_statements s where s.day = c.day and s.difference <> 0) as unlike,
  (select count(*) from day_close_statements s where s.day = c.day and s.stated is null) as unstated,
  day_close_is_left(c.day) as is_left,
  c.day >= day_close_first_signed() as is_due,
  array(select s.operator_id from day_close_signatures s where s.day = c.day and s.removed_at is null order by s.place) as signers,
  (select count(*) from day_close_items i where i.day = c.day and i.due_on is not null and i.removed_by is null and i.settled_by is null) as carried`;
const state = {
  day: date,
  closedAt: timestamptz,
  throughPosting: int8,
  differences: int8,
  hasLate: bool,
  unlike: int8,
  unstated: int8,
  isLeft: bool,
  isDue: nullable(bool),
  signers: arrayOf(int8),
  carried: int8,
};

/** Newest first, before a day if one is given. */
export const newestCloses = defineQuery({
  name: 'day-close.newest',
  text: `select ${STATE} from day_closes c where c.day < coalesce($1::date, 'infinity') order by c.day desc limit $2`,
  params: [nullable(date), int8],
  row: state,
});
export type DayState = RowOf<typeof newestCloses>;

export const closeOfDay = defineQuery({
  name: 'day-close.ofDay',
  text: `select ${STATE} from day_closes c where c.day = $1`,
  params: [date],
  row: state,
});

const lines = defineTable('day_close_lines', {
  asset: text,
  account: int8,
  opening: amount,
  debits: amount,
  credits: amount,
  closing: amount,
  late: amount,
});
export type TrialLine = RowOf<typeof linesOfDay>;
/** Of members first, then of the exchange. */
export const linesOfDay = lines.select(
  'day-close.lines',
  'where day = $1 order by asset, account < 0, abs(account)',
  [date],
);

const differences = defineTable('day_close_differences', {
  asset: text,
  account: int8,
  reason: text,
  expected: amount,
  found: amount,
});
export const differencesOfDay = differences.select(
  'day-close.differences',
  'where day = $1 order by asset, account <> 0, account < 0, abs(account)',
  [date],
);

const statements = defineTable('day_close_statements', {
  asset: text,
  account: int8,
  source: text,
  ledger: amount,
  stated: nullable(amount),
  arrived: amount,
  paid: amount,
  fees: amount,
  reference: text,
  difference: nullable(amount),
  countedAt: timestamptz,
});
export const statementsOfDay = statements.select(
  'day-close.statements',
  'where day = $1 order by asset, abs(account)',
  [date],
);

/** What all members together gained by kind, loans not subtracted, and what some accounts received, in a day. */
export const sumsByKind = defineQuery({
  name: 'day-close.sumsByKind',
  text: `select asset, account > 0 as is_members, kind, sum(credits - debits) as amount from day_close_movements
    where day = $1 and (account between 1 and 5 or account = any($2::bigint[]))
    group by 1, 2, 3 having sum(credits - debits) <> 0 order by 1, 2 desc, 3`,
  params: [date, arrayOf(int8)],
  row: { asset: text, isMembers: bool, kind: int2, amount },
});

/**
 * Postings with the first day that was open when they were counted, up to the close of a day; without what was counted before a time,
 * which is of earlier days.
 */
export const spansOfDays = defineQuery({
  name: 'day-close.spans',
  text: `select s.after, s.through, s.day as first_open from (
      select day, closed_at, lag(through_posting, 1, 0::bigint) over (order by day) as after, through_posting as through from day_closes
    ) s where s.day <= $1 and s.closed_at >= $2 and s.after < s.through order by s.day`,
  params: [date, timestamptz],
  row: { after: int8, through: int8, firstOpen: date },
});
