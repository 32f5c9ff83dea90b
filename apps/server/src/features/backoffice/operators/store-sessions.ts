/** The SQL of operators' sessions, enrolments and recovery codes. */
import {
  arrayOf,
  bool,
  bytea,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

export const operatorSessions = defineTable('operator_sessions', {
  id: int8,
  operatorId: int8,
  address: text,
  device: text,
  method: text,
  isThroughProvider: bool,
  lastUsedAt: timestamptz,
  expiresAt: timestamptz,
  createdAt: timestamptz,
  seal: nullable(bytea),
});

export const insertSession = defineStatement({
  name: 'operators.insertSession',
  text: `insert into operator_sessions
      (operator_id, token_hash, address, device, method, last_used_at, expires_at, created_at, seal, is_through_provider)
    values ($1, $2, $3, $4, $5, $6, $7, $6, $8, $9)`,
  params: [int8, text, text, text, text, timestamptz, timestamptz, bytea, bool],
});

/** Keeps those newer than both times, at most `$4` of them. */
export const pruneSessions = defineStatement({
  name: 'operators.pruneSessions',
  text: `delete from operator_sessions where operator_id = $1 and (expires_at <= $2 or last_used_at <= $3 or id not in (
      select id from operator_sessions where operator_id = $1 order by last_used_at desc, id desc limit $4))`,
  params: [int8, timestamptz, timestamptz, int8],
});

/** By last use, newest first. */
export const sessionsOf = operatorSessions.select(
  'operators.sessionsOf',
  'where operator_id = $1 order by last_used_at desc, id desc',
  [int8],
);

export const sessionByToken = operatorSessions.select(
  'operators.sessionByToken',
  'where token_hash = $1',
  [text],
);

export const touchSession = defineStatement({
  name: 'operators.touchSession',
  text: 'update operator_sessions set last_used_at = $2 where id = $1 and last_used_at < $2',
  params: [int8, timestamptz],
});

/** No row for a session that has ended, or another operator's. */
export const deleteSession = defineQuery({
  name: 'operators.deleteSession',
  text: 'delete from operator_sessions where operator_id = $1 and id = $2 returning device, address',
  params: [int8, int8],
  row: { device: text, address: text },
});

export const deleteSessions = defineStatement({
  name: 'operators.deleteSessions',
  text: 'delete from operator_sessions where operator_id = $1',
  params: [int8],
});

export const deleteOtherSessions = defineStatement({
  name: 'operators.deleteOtherSessions',
  text: 'delete from operator_sessions where operator_id = $1 and id <> $2',
  params: [int8, int8],
});

export const putEnrolment = defineStatement({
  name: 'operators.putEnrolment',
  text: `insert into operator_enrolments (operator_id, ticket_hash, sealed_totp, tries_left, expires_at)
    values ($1, $2, $3, $4, $5)
    on conflict (operator_id) do update set ticket_hash = excluded.ticket_hash,
      sealed_totp = excluded.sealed_totp, tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
  params: [int8, text, bytea, int4, timestamptz],
});

/** Costs a try; returns no row when none is left, or the ticket is unknown or expired. */
export const tryEnrolment = defineQuery({
  name: 'operators.tryEnrolment',
  text: `update operator_enrolments set tries_left = tries_left - 1
    where ticket_hash = $1 and tries_left > 0 and expires_at > $2
    returning operator_id, sealed_totp`,
  params: [text, timestamptz],
  row: { operatorId: int8, sealedTotp: bytea },
});

export const deleteEnrolment = defineStatement({
  name: 'operators.deleteEnrolment',
  text: 'delete from operator_enrolments where operator_id = $1',
  params: [int8],
});

export const insertRecoveryCodes = defineStatement({
  name: 'operators.insertRecoveryCodes',
  text: `insert into operator_recovery_codes (operator_id, code_hash)
    select $1, c.hash from unnest($2::text[]) as c(hash)`,
  params: [int8, arrayOf(text)],
});

export const countRecoveryCodes = defineQuery({
  name: 'operators.countRecoveryCodes',
  text: 'select count(*)::int as left from operator_recovery_codes where operator_id = $1',
  params: [int8],
  row: { left: int4 },
});

/** Deletes a row for exactly one caller. */
export const takeRecoveryCode = defineStatement({
  name: 'operators.takeRecoveryCode',
  text: 'delete from operator_recovery_codes where operator_id = $1 and code_hash = $2',
  params: [int8, text],
});
