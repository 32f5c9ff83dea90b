/** The SQL of price alerts. */
import type { Price } from '@tern/money';
import {
  arrayOf,
  bool,
  int2,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';
import type { AlertKind } from './rules.ts';

const alerts = defineTable('price_alerts', {
  id: int8,
  memberId: int8,
  instrumentId: int2,
  kind: text,
  level: price,
  repeats: bool,
  push: bool,
  email: bool,
  createdAt: timestamptz,
  setAt: timestamptz,
  offAt: nullable(timestamptz),
  isArmed: bool,
  reachedAt: nullable(timestamptz),
  reachedPrice: nullable(price),
  /** It was reached and does not repeat. */
  isDone: bool,
});

/** An alert as stored; `offAt` is null while it is on. One that does not repeat is off once it was reached. */
export type Alert = Omit<TableRow<typeof alerts>, 'kind'> & { kind: AlertKind };

const ofMember = defineQuery({
  name: 'price-alert.ofMember',
  text: `(select ${alerts.columns} from price_alerts where member_id = $1 and not is_done)
    union all
    (select ${alerts.columns} from price_alerts where member_id = $1 and is_done order by reached_at desc limit $2)`,
  params: [int8, int8],
  row: alerts.row,
});

/** Those that wait or are off, and the newest `done` of those that were reached. */
export const alertsOfMember = async (reader: Reader, memberId: number, done: number) =>
  (await reader.many(ofMember, [memberId, done])) as Alert[];

const countOfMember = defineQuery({
  name: 'price-alert.countOfMember',
  text: 'select count(*)::int8 as count from price_alerts where member_id = $1 and not is_done',
  params: [int8],
  row: { count: int8 },
});

export const countAlerts = async (reader: Reader, memberId: number) =>
  (await reader.one(countOfMember, [memberId])).count;

export interface NewAlert {
  memberId: number;
  instrumentId: number;
  kind: AlertKind;
  level: Price;
  repeats: boolean;
  push: boolean;
  email: boolean;
  createdAt: number;
}

const insert = alerts.insert(
  'price-alert.insert',
  ['memberId', 'instrumentId', 'kind', 'level', 'repeats', 'push', 'email', 'createdAt'],
  { also: { setAt: '$createdAt' } },
);

export const insertAlert = (tx: Tx, alert: NewAlert) => insert(tx, alert);

const byId = alerts.select(
  'price-alert.forUpdate',
  'where id = $1 and member_id = $2 for no key update',
  [int8, int8],
);

/** The member's alert, locked; undefined also for another member's. */
export const alertForUpdate = async (tx: Tx, { id, memberId }: { id: number; memberId: number }) =>
  (await tx.maybe(byId, [id, memberId])) as Alert | undefined;

/** From now on, as if it were new. */
export const switchAlertOn = defineStatement({
  name: 'price-alert.switchOn',
  text: `update price_alerts set off_at = null, set_at = $2, is_armed = true, reached_at = null, reached_price = null where id = $1`,
  params: [int8, timestamptz],
});

export const switchAlertOff = defineStatement({
  name: 'price-alert.switchOff',
  text: 'update price_alerts set off_at = $2 where id = $1',
  params: [int8, timestamptz],
});

export const deleteAlert = defineStatement({
  name: 'price-alert.delete',
  text: 'delete from price_alerts where id = $1',
  params: [int8],
});

/** Of a delisted market. */
export const switchAlertsOff = defineStatement({
  name: 'price-alert.switchOffOfMarket',
  text: 'update price_alerts set off_at = $2 where instrument_id = $1 and off_at is null',
  params: [int2, timestamptz],
});

/** Of a closed account. */
export const deleteAlertsOfMember = defineStatement({
  name: 'price-alert.deleteOfMember',
  text: 'delete from price_alerts where member_id = $1',
  params: [int8],
});

/** Begins to follow a market at a tick, unless it is followed already. */
export const followMarket = defineStatement({
  name: 'price-alert.followMarket',
  text: `insert into price_alert_cursors (instrument_id, seq) values ($1, $2)
    on conflict (instrument_id) do update set seq = greatest(price_alert_cursors.seq, excluded.seq)
      where not exists (select from price_alerts a where a.instrument_id = $1 and a.off_at is null)`,
  params: [int2, int8],
});

/** The markets with alerts that are on, and how far each is compared. */
export const followedMarkets = defineQuery({
  name: 'price-alert.followedMarkets',
  text: `select c.instrument_id, c.seq,
      exists (select from price_alerts a where a.instrument_id = c.instrument_id and a.off_at is null and a.kind = 'change') as has_changes
    from price_alert_cursors c
    where exists (select from price_alerts a where a.instrument_id = c.instrument_id and a.off_at is null)`,
  params: [],
  row: { instrumentId: int2, seq: int8, hasChanges: bool },
});

/** Moves the cursor of a market; none when another instance has moved it. */
export const moveCursor = defineQuery({
  name: 'price-alert.moveCursor',
  text: 'update price_alert_cursors set seq = $3 where instrument_id = $1 and seq = $2 returning seq',
  params: [int2, int8, int8],
  row: { seq: int8 },
});

const concerned = alerts.select(
  'price-alert.concerned',
  `where instrument_id = $1 and off_at is null
    and (kind = 'change' or not is_armed or kind = 'above' and level <= $2 or kind = 'below' and level >= $3)
    order by id for no key update`,
  [int2, price, price],
);

/** The alerts of a market that prices between `low` and `high` may concern, locked. */
export const alertsConcerned = async (
  tx: Tx,
  { instrumentId, low, high }: { instrumentId: number; low: Price; high: Price },
) => (await tx.many(concerned, [instrumentId, high, low])) as Alert[];

const write = defineStatement({
  name: 'price-alert.write',
  text: `update price_alerts a set is_armed = w.is_armed, reached_at = w.reached_at, reached_price = w.reached_price, off_at = w.off_at
    from unnest($1::bigint[], $2::boolean[], $3::timestamptz[], $4::numeric[], $5::timestamptz[])
      as w(id, is_armed, reached_at, reached_price, off_at)
    where a.id = w.id`,
  params: [
    arrayOf(int8),
    arrayOf(bool),
    arrayOf(nullable(timestamptz)),
    arrayOf(nullable(price)),
    arrayOf(nullable(timestamptz)),
  ],
});

/** Writes what the prices did to some alerts. */
export async function writeAlerts(tx: Tx, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return;
  await tx.run(write, [
    alerts.map(({ id }) => id),
    alerts.map(({ isArmed }) => isArmed),
    alerts.map(({ reachedAt }) => reachedAt),
    alerts.map(({ reachedPrice }) => reachedPrice),
    alerts.map(({ offAt }) => offAt),
  ]);
}

/** Those that were reached before `$1` and do not repeat, `$2` at most. */
export const pruneAlerts = defineQuery({
  name: 'price-alert.prune',
  text: `with old as (select id from price_alerts where is_done and reached_at < $1 order by reached_at limit $2),
      gone as (delete from price_alerts a using old where a.id = old.id returning a.id)
    select count(*)::int8 as count from gone`,
  params: [timestamptz, int8],
  row: { count: int8 },
});
