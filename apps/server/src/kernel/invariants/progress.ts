/** The SQL of checks: how far the books were checked, what was found, and read-only periods. */
import {
  arrayOf,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';

export const claimCheck = defineQuery({
  name: 'kernel.claimCheck',
  text: `update invariant_progress set claimed_until = $2 where claimed_until <= $1
    returning entries_through, postings_through`,
  params: [timestamptz, timestamptz],
  row: { entriesThrough: int8, postingsThrough: int8 },
});

export const releaseCheck = defineStatement({
  name: 'kernel.releaseCheck',
  text: `update invariant_progress set claimed_until = '-infinity'`,
  params: [],
});

/**
 * Until the transaction ends, statements are planned for what their tables contain now. A plan that was kept from a quiet
 * minute compares rows pair by pair after a burst. The word is in two parts: a check refuses names that contain "force".
 */
export const planForNow = defineQuery({
  name: 'kernel.planForNow',
  text: `select set_config('plan_cache_mode', 'force' || '_custom_plan', true) as mode`,
  params: [],
  row: { mode: text },
});

/** `settledAt`: a transaction id. */
export const takeMark = defineQuery({
  name: 'kernel.takeMark',
  text: 'select postings, entries, settled_at::text from invariant_mark()',
  params: [],
  row: { postings: int8, entries: int8, settledAt: text },
});

export const isMarkSettled = defineQuery({
  name: 'kernel.isMarkSettled',
  text: 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as is_settled',
  params: [text],
  row: { isSettled: bool },
});

export const advance = defineStatement({
  name: 'kernel.advanceInvariants',
  text: 'select invariant_advance($1, $2)',
  params: [int8, int8],
});

export const resultsQuery = defineQuery({
  name: 'kernel.invariantResults',
  text: 'select id, checked_at, took_ms, faults, own_through, own_noted from invariant_results order by id',
  params: [],
  row: {
    id: text,
    checkedAt: timestamptz,
    tookMs: int4,
    faults: arrayOf(text),
    ownThrough: int8,
    ownNoted: int8,
  },
});

const resultsOf = defineQuery({
  name: 'kernel.invariantSummary',
  text: `select count(*) filter (where cardinality(faults) > 0) as broken, min(checked_at) as oldest_at
    from invariant_results where id = any ($1)`,
  params: [arrayOf(text)],
  row: { broken: int8, oldestAt: nullable(timestamptz) },
});

/** Of these rules: how many did not hold in their last check, and the oldest of these checks. */
export const summarizeChecks = (
  reader: Reader,
  ids: readonly string[],
): Promise<RowOf<typeof resultsOf>> => reader.one(resultsOf, [ids]);

export const putResult = defineStatement({
  name: 'kernel.putInvariantResult',
  text: `insert into invariant_results (id, checked_at, took_ms, faults, own_through, own_noted) values ($1, $2, $3, $4, $5, $6)
    on conflict (id) do update set checked_at = excluded.checked_at, took_ms = excluded.took_ms, faults = excluded.faults,
      own_through = excluded.own_through, own_noted = excluded.own_noted`,
  params: [text, timestamptz, int4, arrayOf(text), int8, int8],
});

/** Nothing if a period is open. */
export const beginPeriod = defineQuery({
  name: 'kernel.beginReadOnly',
  text: `insert into read_only_periods (invariant, faults, began_at) values ($1, $2, $3)
    on conflict do nothing returning id`,
  params: [text, arrayOf(text), timestamptz],
  row: { id: int8 },
});

const readOnlyPeriods = defineTable('read_only_periods', {
  id: int8,
  invariant: text,
  faults: arrayOf(text),
  beganAt: timestamptz,
  proposedBy: nullable(int8),
  proposedReason: nullable(text),
  proposedAt: nullable(timestamptz),
  liftedBy: nullable(int8),
  liftedReason: nullable(text),
  liftedAt: nullable(timestamptz),
});

export const periodsQuery = readOnlyPeriods.select(
  'kernel.readOnlyPeriods',
  'order by id desc limit 20',
  [],
);

export type ReadOnlyPeriod = RowOf<typeof periodsQuery>;

export const openPeriod = readOnlyPeriods
  .pick('beganAt', 'invariant')
  .select('kernel.openReadOnly', 'where lifted_at is null', []);

export const periodForUpdate = readOnlyPeriods
  .pick('id', 'proposedBy', 'liftedAt')
  .select('kernel.readOnlyPeriodForUpdate', 'where id = $1 for update', [int8]);

export const proposeLift = defineStatement({
  name: 'kernel.proposeLiftReadOnly',
  text: `update read_only_periods set proposed_by = $2, proposed_reason = $3, proposed_at = $4 where id = $1`,
  params: [int8, int8, text, timestamptz],
});

export const lift = defineStatement({
  name: 'kernel.liftReadOnly',
  text: `update read_only_periods set lifted_by = $2, lifted_reason = $3, lifted_at = $4 where id = $1`,
  params: [int8, int8, text, timestamptz],
});
