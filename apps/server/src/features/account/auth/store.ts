/** The SQL of auth: captchas, codes and their budgets, sessions and their ends, counted attempts, security alerts. */
import {
  amount,
  arrayOf,
  int4,
  int8,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { limitKeyText } from '../../../platform/limit-key.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

export const insertCaptcha = defineStatement({
  name: 'auth.insertCaptcha',
  text: 'insert into auth_captchas (id, answer_hash, expires_at) values ($1, $2, $3)',
  params: [text, text, timestamptz],
});

/** Returns the row to exactly one caller. */
export const takeCaptcha = defineQuery({
  name: 'auth.takeCaptcha',
  text: 'delete from auth_captchas where id = $1 returning answer_hash, expires_at',
  params: [text],
  row: { answerHash: text, expiresAt: timestamptz },
});

export const insertCode = defineStatement({
  name: 'auth.insertCode',
  text: `insert into auth_codes (code_for, code_hash, tries_left, sent_at, expires_at) values ($1, $2, $3, $4, $5)`,
  params: [text, text, int4, timestamptz, timestamptz],
});

/** Those that may still be used, locked. */
export const openCodesForUpdate = defineQuery({
  name: 'auth.openCodesForUpdate',
  text: `select id, code_hash from auth_codes where code_for = $1 and tries_left > 0 and expires_at > $2
    order by id for update`,
  params: [text, timestamptz],
  row: { id: int8, codeHash: text },
});

export const countWrongTry = defineStatement({
  name: 'auth.countWrongTry',
  text: 'update auth_codes set tries_left = tries_left - 1 where id = any($1::bigint[])',
  params: [arrayOf(int8)],
});

export const voidCodes = defineStatement({
  name: 'auth.voidCodes',
  text: 'update auth_codes set tries_left = 0 where id = any($1::bigint[])',
  params: [arrayOf(int8)],
});

/** Adds a message at `$2` and returns all times of the budget, the new one last; drops those before `$3`. */
export const addSending = defineQuery({
  name: 'auth.addSending',
  text: `insert into auth_code_budgets (subject, sent_at, updated_at)
    values ($1, array[$2::timestamptz], $2)
    on conflict (subject) do update set updated_at = excluded.updated_at, sent_at = array(
        select t from unnest(auth_code_budgets.sent_at) as s(t) where t > $3 order by t
      ) || $2::timestamptz
    returning sent_at`,
  params: [limitKeyText, timestamptz, timestamptz],
  row: { sentAt: arrayOf(timestamptz) },
});

export const pruneBudgets = defineStatement({
  name: 'auth.pruneBudgets',
  text: 'delete from auth_code_budgets where updated_at < $1',
  params: [timestamptz],
});

export const insertSession = defineQuery({
  name: 'auth.insertSession',
  text: `insert into auth_sessions (member_id, token_hash, last_used_at, expires_at, created_at)
    values ($1, $2, $3, $4, $3) returning id`,
  params: [int8, text, timestamptz, timestamptz],
  row: { id: int8 },
});

export const deleteSessionsOfMember = defineQuery({
  name: 'auth.deleteSessionsOfMember',
  text: 'delete from auth_sessions where member_id = $1 returning id, token_hash, last_used_at',
  params: [int8],
  row: { id: int8, tokenHash: text, lastUsedAt: timestamptz },
});

export const insertEndedSession = defineStatement({
  name: 'auth.insertEndedSession',
  text: `insert into auth_ended_sessions (token_hash, cause, address, device, ended_at)
    values ($1, $2, $3, $4, $5)`,
  params: [text, text, text, text, timestamptz],
});

export const endedSession = defineQuery({
  name: 'auth.endedSession',
  text: 'select cause, address, device, ended_at from auth_ended_sessions where token_hash = $1',
  params: [text],
  row: { cause: text, address: text, device: text, endedAt: timestamptz },
});

export const insertAlert = defineStatement({
  name: 'auth.insertAlert',
  text: `insert into auth_alerts (token_hash, member_id, kind, created_at, expires_at)
    values ($1, $2, $3, $4, $5)`,
  params: [text, int8, text, timestamptz, timestamptz],
});

export const countAlerts = defineQuery({
  name: 'auth.countAlerts',
  text: 'select count(*)::int as count from auth_alerts where member_id = $1 and created_at > $2',
  params: [int8, timestamptz],
  row: { count: int4 },
});

const authAlerts = defineTable('auth_alerts', {
  memberId: int8,
  kind: text,
  createdAt: timestamptz,
  tokenHash: text,
});

export const openAlert = authAlerts
  .pick('memberId', 'kind', 'createdAt')
  .select('auth.openAlert', 'where token_hash = $1 and used_at is null and expires_at > $2', [
    text,
    timestamptz,
  ]);

/** Uses up every open link of the member. */
export const takeAlerts = authAlerts
  .pick('tokenHash', 'kind', 'createdAt')
  .update(
    'auth.takeAlerts',
    'used_at = $2 where member_id = $1 and used_at is null and expires_at > $2',
    [int8, timestamptz],
  );

export const deleteSession = defineStatement({
  name: 'auth.deleteSession',
  text: 'delete from auth_sessions where id = $1',
  params: [int8],
});

const authSessions = defineTable('auth_sessions', {
  id: int8,
  memberId: int8,
  tokenHash: text,
  lastUsedAt: timestamptz,
  expiresAt: timestamptz,
});

export const openSessions = authSessions
  .pick('id')
  .select('auth.openSessions', 'where id = any($1::bigint[]) and expires_at > $2', [
    arrayOf(int8),
    timestamptz,
  ]);

export const sessionsByToken = authSessions.select(
  'auth.sessionsByToken',
  'where token_hash = any($1::text[])',
  [arrayOf(text)],
);

export const extendSessions = defineStatement({
  name: 'auth.prolongSessions',
  text: `update auth_sessions set last_used_at = $2, expires_at = $3
    where id = any($1) and last_used_at < $2`,
  params: [arrayOf(int8), timestamptz, timestamptz],
});

/** Adds a failure to each subject and returns all its times, the new one last; drops those before `$3`. */
export const addFailures = defineQuery({
  name: 'auth.addFailures',
  text: `insert into auth_attempts (subject, failed_at, updated_at)
    select s.subject, array[$2::timestamptz], $2 from unnest($1::text[]) as s(subject) order by s.subject
    on conflict (subject) do update set updated_at = excluded.updated_at, failed_at = array(
        select t from unnest(auth_attempts.failed_at) as f(t) where t > $3 order by t
      ) || $2::timestamptz
    returning failed_at`,
  params: [arrayOf(limitKeyText), timestamptz, timestamptz],
  row: { failedAt: arrayOf(timestamptz) },
});

/** Removes one failure at that time from each subject. */
export const removeFailures = defineStatement({
  name: 'auth.removeFailures',
  text: `update auth_attempts a set failed_at =
      a.failed_at[: array_position(a.failed_at, $2) - 1] || a.failed_at[array_position(a.failed_at, $2) + 1 :]
    from (select subject from auth_attempts where subject = any($1) order by subject for update) as k
    where a.subject = k.subject and array_position(a.failed_at, $2) is not null`,
  params: [arrayOf(limitKeyText), timestamptz],
});

export const forgetFailures = defineStatement({
  name: 'auth.forgetFailures',
  text: 'delete from auth_attempts where subject = $1',
  params: [limitKeyText],
});

export const pruneCaptchas = defineStatement({
  name: 'auth.pruneCaptchas',
  text: 'delete from auth_captchas where expires_at < $1',
  params: [timestamptz],
});

export const pruneCodes = defineStatement({
  name: 'auth.pruneCodes',
  text: 'delete from auth_codes where sent_at < $1',
  params: [timestamptz],
});

export const pruneSessions = defineStatement({
  name: 'auth.pruneSessions',
  text: 'delete from auth_sessions where expires_at < $1',
  params: [timestamptz],
});

export const pruneFailures = defineStatement({
  name: 'auth.pruneFailures',
  text: 'delete from auth_attempts where updated_at < $1',
  params: [timestamptz],
});

export const pruneEndedSessions = defineStatement({
  name: 'auth.pruneEndedSessions',
  text: 'delete from auth_ended_sessions where ended_at < $1',
  params: [timestamptz],
});

export const pruneAlerts = defineStatement({
  name: 'auth.pruneAlerts',
  text: 'delete from auth_alerts where expires_at < $1',
  params: [timestamptz],
});

/** Grants the paper money of a new member and returns it. */
export const grantFunds = defineQuery({
  name: 'auth.grantPaperFunds',
  text: 'select asset, amount from grant_paper_funds($1, $2)',
  params: [int8, timestamptz],
  row: { asset: text, amount },
});
