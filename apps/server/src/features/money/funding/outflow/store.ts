/** The tables of caps on what leaves within 24 hours, of releases above them, and of what left (ADR 106). */
import {
  amount,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../../platform/database/table.ts';

/** The `asset` of the cap on all coins together, in USDT. */
export const ALL_COINS = '';

const changes = defineTable('outflow_cap_changes', {
  id: int8,
  asset: text,
  cap: nullable(amount),
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
});
export type CapChange = TableRow<typeof changes>;

const CONTENT = ['asset', 'cap', 'reason', 'proposedBy', 'createdAt'] as const;

/** That two must agree to. @throws a violation of `outflow_cap_changes_one` beside another */
export const insertChange = changes.insertReturning('outflow.insertChange', CONTENT);

/** That one may make: it is in force with `putCap`. */
export const insertLowering = changes.insertReturning('outflow.insertLowering', CONTENT, {
  also: { state: `'carried'`, decidedAt: '$createdAt' },
});
export const changeById = changes.select('outflow.changeById', 'where id = $1', [int8]);
export const openChangeOf = changes.select(
  'outflow.openChangeOf',
  `where asset = $1 and state = 'proposed'`,
  [text],
);

export const decideChange = defineStatement({
  name: 'outflow.decideChange',
  text: 'update outflow_cap_changes set state = $2, decided_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

/** @throws `outflow_caps_two_people`, `outflow_caps_as_proposed` */
export const putCap = defineStatement({
  name: 'outflow.putCap',
  text: `insert into outflow_caps (asset, cap, change_id, since) values ($1, $2, $3, $4)
    on conflict (asset) do update set cap = excluded.cap, change_id = excluded.change_id, since = excluded.since`,
  params: [text, nullable(amount), int8, timestamptz],
});

const caps = defineTable('outflow_caps', { asset: text, cap: nullable(amount) });
export const capOf = caps.select('outflow.capOf', 'where asset = $1', [text]);
export const capsInForce = caps.select('outflow.caps', 'where cap is not null order by asset', []);

const releases = defineTable('outflow_releases', {
  id: int8,
  withdrawalId: int8,
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
});
export type Release = TableRow<typeof releases>;

export const insertRelease = releases.insertReturning('outflow.insertRelease', [
  'withdrawalId',
  'reason',
  'proposedBy',
  'createdAt',
]);
export const releaseById = releases.select('outflow.releaseById', 'where id = $1', [int8]);
export const releaseOf = releases.select(
  'outflow.releaseOf',
  `where withdrawal_id = $1 and state <> 'dropped'`,
  [int8],
);
export const decideRelease = defineStatement({
  name: 'outflow.decideRelease',
  text: 'update outflow_releases set state = $2, decided_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

/** Since a time, oldest first. */
export const outflowsSince = defineQuery({
  name: 'outflow.since',
  text: `select asset, amount, worth, at from outflows where at > $1 order by at, withdrawal_id`,
  params: [timestamptz],
  row: { asset: text, amount, worth: nullable(amount), at: timestamptz },
});
export type Outflow = RowOf<typeof outflowsSince>;

/** In USDT, at the newest reference price; null without one. */
export const worthOf = defineQuery({
  name: 'outflow.worth',
  text: 'select $2 * usdt_price($1) as worth',
  params: [text, amount],
  row: { worth: nullable(amount) },
});

/** Approved, and above a cap when it was last tried. Those that wait longest come first. */
export const waitingPages = {
  list: defineQuery({
    name: 'outflow.waiting',
    text: `select w.id, w.member_id, w.asset, w.network, w.amount - w.fee as leaves, (w.amount - w.fee) * usdt_price(w.asset) as worth,
        coalesce(w.decided_at, w.updated_at) as approved_at, r.id as release_id
      from withdrawals w left join outflow_releases r on r.withdrawal_id = w.id and r.state = 'proposed'
      where w.state = 'approved' and w.reason <> '' order by w.decided_at, w.id limit $1 offset $2`,
    params: [int8, int8],
    row: {
      id: int8,
      memberId: int8,
      asset: text,
      network: text,
      leaves: amount,
      worth: nullable(amount),
      approvedAt: timestamptz,
      releaseId: nullable(int8),
    },
  }),
  count: defineQuery({
    name: 'outflow.countWaiting',
    text: `select count(*)::int as total from withdrawals w where w.state = 'approved' and w.reason <> ''`,
    params: [],
    row: { total: int4 },
  }),
};
export type WaitingRow = RowOf<typeof waitingPages.list>;

/** Whether one of the coin that was approved earlier waits and would fit alone: it goes first. */
export const isBehind = defineQuery({
  name: 'outflow.isBehind',
  text: `select exists (
      select from withdrawals w join withdrawals e on e.asset = w.asset and e.state = 'approved' and e.reason <> ''
          and (e.decided_at, e.id) < (w.decided_at, w.id)
        left join outflow_caps c on c.asset = w.asset left join outflow_caps a on a.asset = ''
      where w.id = $1 and coalesce(e.amount - e.fee <= c.cap, true)
        and coalesce((e.amount - e.fee) * usdt_price(e.asset) <= a.cap, true)
    ) as is_behind`,
  params: [int8],
  row: { isBehind: bool },
});
