/** The rows of instances and leases: heartbeats, and leases taken and given back. All times are the database's. */
import { arrayOf, bool, int8, jsonb, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import type { Role } from './roles.ts';

/** An instance whose last heartbeat is older does not live, and its leases are free. */
const LIVES_MS = 2_000;
const LIVES = `interval '${LIVES_MS} milliseconds'`;
const IS_FREE = `(l.program is null or not exists (
  select from programs p where p.id = l.program and p.heartbeat_at > now() - ${LIVES}))`;

/** Fingerprints by the name of the setting; empty: it is not set. */
export type SharedSettings = Readonly<Record<string, string>>;

/** The shared settings of the other living instances. */
export const settingsOfOthers = defineQuery({
  name: 'kernel.settingsOfOtherInstances',
  text: `select name, settings from programs where id <> $1 and heartbeat_at > now() - ${LIVES} order by started_at, id`,
  params: [text],
  row: { name: text, settings: jsonb<SharedSettings>() },
});

/** Another living instance. */
export interface OtherInstance {
  readonly roles: readonly Role[];
  /** Whether it takes leases: not while it stops, or its clock is wrong. */
  readonly competes: boolean;
  /** How many leases it holds. */
  readonly leases: number;
  /** Until it no longer lives, unless it is heard of again. Units: milliseconds. */
  readonly livesMs: number;
}

/**
 * Writes the heartbeat of an instance and reads what it must know. The row is not needed after a failure of the database, so
 * nothing waits for the disk or a standby.
 */
export const beat = defineQuery({
  name: 'kernel.beat',
  text: `with unsafe as (select set_config('synchronous_commit', 'off', true)),
    beaten as (
      insert into programs (id, name, roles, version, schema, clock_offset, competes, settings)
      select $1, $2, $3, $4, $5, $6, $7, $8 from unsafe
      on conflict (id) do update set heartbeat_at = now(), clock_offset = excluded.clock_offset,
        competes = excluded.competes
      returning id
    ),
    others as (
      select p.roles, p.competes, (select count(*) from leases l where l.program = p.id) as leases,
        trunc(extract(epoch from p.heartbeat_at + ${LIVES} - now()) * 1000) as lives
      from programs p where p.id <> $1 and p.heartbeat_at > now() - ${LIVES}
    )
    select clock_timestamp() as now,
      array(select name from leases where program = $1) as held,
      array(select l.name from leases l where l.program is distinct from $1 and ${IS_FREE}) as free,
      coalesce((select jsonb_agg(jsonb_build_object('roles', roles, 'competes', competes, 'leases', leases, 'livesMs', lives)) from others), '[]') as others
    from beaten`,
  params: [text, text, arrayOf(text), text, text, int8, bool, jsonb<SharedSettings>()],
  row: {
    now: timestamptz,
    held: arrayOf(text),
    free: arrayOf(text),
    others: jsonb<OtherInstance[]>(),
  },
});

export type Seen = RowOf<typeof beat>;

/** Takes turns: a statement that began while another instance took leases would not see that instance. */
export const takeTurn = defineQuery({
  name: 'kernel.takeTurnForLeases',
  text: 'select is_only as done from leases_taking_lock for update',
  params: [],
  row: { done: bool },
});

export const addLeases = defineStatement({
  name: 'kernel.addLeases',
  text: `insert into leases (name, epoch) select name, 0 from unnest($1::text[]) name order by name
    on conflict (name) do nothing`,
  params: [arrayOf(text)],
});

/** Takes up to `$3` of the named leases, those that are free or its own, if the instance lives. */
export const takeLeases = defineQuery({
  name: 'kernel.takeLeases',
  text: `update leases set epoch = epoch + 1, program = $1 where name in (
      select l.name from leases l where l.name = any($2) and (l.program = $1 or ${IS_FREE}) order by l.name limit $3
    ) and exists (select from programs p where p.id = $1 and p.heartbeat_at > now() - ${LIVES})
    returning name, epoch`,
  params: [text, arrayOf(text), int8],
  row: { name: text, epoch: int8 },
});

export const giveBack = defineStatement({
  name: 'kernel.giveBackLeases',
  text: 'update leases set program = null where program = $1 and name = any($2)',
  params: [text, arrayOf(text)],
});

export const removeInstance = defineStatement({
  name: 'kernel.removeInstance',
  text: 'delete from programs where id = $1',
  params: [text],
});

/** Rows of instances that ended without a word, for people to see for a minute. */
export const removeDead = defineStatement({
  name: 'kernel.removeDeadInstances',
  text: `delete from programs where heartbeat_at < now() - interval '1 minute'`,
  params: [],
});

/**
 * The instances of the last minute and their leases with epochs, for people. Units: `age` and `clockOffset` in milliseconds.
 * Shape: an instance that is silent keeps its leases until another takes them.
 */
export const recentInstances = defineQuery({
  name: 'kernel.recentInstances',
  text: `select p.id, p.name, p.roles, p.version, p.started_at, p.clock_offset, p.competes,
      trunc(extract(epoch from now() - p.heartbeat_at) * 1000)::bigint as age,
      p.heartbeat_at > now() - ${LIVES} as lives,
      coalesce((select jsonb_agg(jsonb_build_object('name', l.name, 'epoch', l.epoch) order by l.name)
        from leases l where l.program = p.id), '[]') as leases
    from programs p where p.heartbeat_at > now() - interval '1 minute' order by p.started_at, p.id`,
  params: [],
  row: {
    id: text,
    name: text,
    roles: arrayOf(text),
    version: text,
    startedAt: timestamptz,
    clockOffset: int8,
    competes: bool,
    age: int8,
    lives: bool,
    leases: jsonb<{ readonly name: string; readonly epoch: number }[]>(),
  },
});

/** Whether an instance without the migration `$1` lives, or was silent for less than a minute and may go on. */
export const isOlderInstanceThere = defineQuery({
  name: 'kernel.isOlderInstanceThere',
  text: `select exists (select from programs where schema < $1 and heartbeat_at > now() - interval '1 minute') as is_there`,
  params: [text],
  row: { isThere: bool },
});

/** The living instances and their leases, for people. Units: `age` and `clockOffset` in milliseconds. */
export const livingInstances = defineQuery({
  name: 'kernel.livingInstances',
  text: `select p.id, p.name, p.roles, p.version, p.schema, p.started_at,
      trunc(extract(epoch from now() - p.heartbeat_at) * 1000)::bigint as age, p.clock_offset,
      array(select l.name from leases l where l.program = p.id order by l.name) as leases
    from programs p where p.heartbeat_at > now() - ${LIVES} order by p.started_at, p.id`,
  params: [],
  row: {
    id: text,
    name: text,
    roles: arrayOf(text),
    version: text,
    schema: text,
    startedAt: timestamptz,
    age: int8,
    clockOffset: int8,
    leases: arrayOf(text),
  },
});
