/** Money that came to members from outside or from each other, and left: who moved it, and what one member moved. From the journal. */
import { type RecordType, recordTypes } from '@tern/ledger';
import {
  amount,
  arrayOf,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery } from '../../platform/database/query.ts';

/** As the indexes have it. */
const IS_FLOW = 'ledger_is_flow(p.total, p.kind) and p.owner_id > 0';

/** Postings up to it are complete: none can appear between them any more. */
export const settledPosting = defineQuery({
  name: 'kernel.settledPosting',
  text: 'select counted_through as position from ledger_record_progress',
  params: [],
  row: { position: int8 },
});

/**
 * Of the complete postings behind `$1`, `$2` at most: how far they reach, whose money moved, and from when to when. `through` is null
 * when there are none.
 */
export const moversAfter = defineQuery({
  name: 'kernel.moversAfter',
  text: `with part as materialized (
      select p.id, p.owner_id, p.effective_at, ${IS_FLOW} as is_flow from ledger_postings p
      where p.id > $1 and p.id <= (select counted_through from ledger_record_progress) order by p.id limit $2
    )
    select max(id) as through, coalesce(array_agg(distinct owner_id) filter (where is_flow), '{}') as members,
      min(effective_at) filter (where is_flow) as first_at, max(effective_at) filter (where is_flow) as last_at from part`,
  params: [int8, int8],
  row: {
    through: nullable(int8),
    members: arrayOf(int8),
    firstAt: nullable(timestamptz),
    lastAt: nullable(timestamptz),
  },
});

/** Whose money moved from `$1` until before `$2`, `$3` members at most, by id. */
export const moversBetween = defineQuery({
  name: 'kernel.moversBetween',
  text: `select distinct p.owner_id as member_id from ledger_postings p
    where ${IS_FLOW} and p.effective_at >= $1 and p.effective_at < $2 order by p.owner_id limit $3`,
  params: [timestamptz, timestamptz, int8],
  row: { memberId: int8 },
});

/** Of one member. */
const MOVES_MAX = 1_000;

/** The newest of each member from `$2` to `$3`, oldest first; 1,000 of a member at most. Less than 0: it left. */
export const movesOfMembers = defineQuery({
  name: 'kernel.movesOfMembers',
  text: `select p.owner_id as member_id, p.asset, p.kind, p.total as amount, p.effective_at as at
    from unnest($1::bigint[]) as m(id) cross join lateral (
      select * from ledger_postings p where p.owner_id = m.id and ${IS_FLOW} and p.effective_at >= $2 and p.effective_at <= $3
      order by p.effective_at desc limit ${MOVES_MAX}
    ) p order by p.effective_at, p.id`,
  params: [arrayOf(int8), timestamptz, timestamptz],
  row: { memberId: int8, asset: text, kind: int2, amount, at: timestamptz },
});

const BETWEEN_MEMBERS: readonly RecordType[] = [
  recordTypes.transferSent,
  recordTypes.transferReceived,
];

export const isBetweenMembers = (kind: number): boolean =>
  (BETWEEN_MEMBERS as readonly number[]).includes(kind);
