/**
 * Reads lists from a standby, once it has everything that was committed on the primary before the question: no member
 * ever sees an earlier state than one already seen, through any process (ADR 61).
 */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { bool, int4, text } from './columns.ts';
import { isConnectionFailure, isSerializationOrDeadlock } from './database-errors.ts';
import type { Reader } from './database.ts';
import { defineQuery } from './query.ts';

/** Where the primary's log ends: every commit that anyone may have seen is before it. */
const primaryPosition = defineQuery({
  name: 'replica.primaryPosition',
  text: `select pg_current_wal_flush_lsn()::text as position,
    ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as timeline`,
  params: [],
  row: { position: text, timeline: int4 },
});

/**
 * Whether a standby shows all of the log up to a position. One that follows another server's timeline may have a greater
 * position and other rows. The login needs `pg_read_all_stats`.
 */
const hasReplayed = defineQuery({
  name: 'replica.hasReplayed',
  text: `select coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false) as has_replayed,
    exists (select from pg_stat_wal_receiver where status = 'streaming' and received_tli = $2) as is_following`,
  params: [text, int4],
  row: { hasReplayed: bool, isFollowing: bool },
});

/** A standby usually needs a few milliseconds; a list is not kept waiting much longer. */
const REPLAY_MS = 100;
const POLL_MS = 5;
/** How long all lists are read from the primary after the standby was late or away. */
const REST_MS = 1_000;

/** `onRest` is called when lists are read from the primary for a while, with the reason. */
export function createReplicaReader(
  primary: Reader,
  replica: Reader,
  onRest: (reason: string) => void,
): Reader {
  let restUntil = 0;
  let question: Promise<boolean> | undefined;
  const rest = (reason: string) => {
    restUntil = performance.now() + REST_MS;
    onRest(reason);
  };
  const ask = async (): Promise<boolean> => {
    // Everything that arrives in this turn of the event loop shares the question.
    await setImmediate();
    question = undefined;
    const { position, timeline } = await primary.one(primaryPosition, []);
    const deadline = performance.now() + REPLAY_MS;
    try {
      for (;;) {
        const state = await replica.one(hasReplayed, [position, timeline]);
        if (state.isFollowing && state.hasReplayed) return true;
        if (!state.isFollowing) rest('the replica does not follow the primary');
        else if (performance.now() > deadline) rest('the replica is late');
        if (performance.now() < restUntil) return false;
        await sleep(POLL_MS);
      }
    } catch (error) {
      if (!isAway(error)) throw error;
      rest('the replica is away');
      return false;
    }
  };
  const isCurrent = (): Promise<boolean> | false => {
    if (performance.now() < restUntil) return false;
    question ??= ask();
    return question;
  };
  const read = async <T>(from: (reader: Reader) => Promise<T>): Promise<T> => {
    if (!(await isCurrent())) return from(primary);
    try {
      return await from(replica);
    } catch (error) {
      if (!isAway(error)) throw error;
      rest('the replica is away');
      return from(primary);
    }
  };
  return {
    many: (query, params) => read((reader) => reader.many(query, params)),
    one: (query, params) => read((reader) => reader.one(query, params)),
    maybe: (query, params) => read((reader) => reader.maybe(query, params)),
  };
}

/** Also a query that the standby cancelled because it had to replay. */
const isAway = (error: unknown): boolean =>
  isConnectionFailure(error) || isSerializationOrDeadlock(error);
