/** The SQL of operators' sessions, enrolments and recovery codes. */
import {
  arrayOf,
  bytea,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

export const putSession = defineQuery({
  name: 'operators.putSession',
  text: `insert into operator_sessions (operator_id, token_hash, address, last_used_at, expires_at, created_at, seal)
    values ($1, $2, $3, $4, $5, $4, $6)
    on conflict (operator_id) do update set token_hash = excluded.token_hash, address = excluded.address,
      last_used_at = excluded.last_used_at, expires_at = excluded.expires_at, created_at = excluded.created_at, seal = excluded.seal
    returning id`,
  params: [int8, text, text, timestamptz, timestamptz, bytea],
  row: { id: int8 },
});

export const operatorSessions = defineTable('operator_sessions', {
  id: int8,
  operatorId: int8,
  lastUsedAt: timestamptz,
  expiresAt: timestamptz,
  seal: nullable(bytea),
});

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

export const deleteSession = defineStatement({
  name: 'operators.deleteSession',
  text: 'delete from operator_sessions where operator_id = $1',
  params: [int8],
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

/** Deletes a row for exactly one caller. */
export const takeRecoveryCode = defineStatement({
  name: 'operators.takeRecoveryCode',
  text: 'delete from operator_recovery_codes where operator_id = $1 and code_hash = $2',
  params: [int8, text],
});
