/** A decision on reviews as SQL of a test, with the lines that the log then has. */

/** `update`: sets the first approval, or the decision, of reviews. Changes as many rows as it. */
export const logged = (
  update: string,
) => `with decided as (${update} returning id, state, first_by, decided_by)
  insert into audit_log (operator_id, operator_login, action, subject, reason, detail, address, is_shown, created_at)
  select coalesce(decided_by, first_by), 'test', case when state = 'open' then 'review.approveFirst' else 'review.approve' end,
    'review:' || id, '', '{}', '', false, now() from decided`;
