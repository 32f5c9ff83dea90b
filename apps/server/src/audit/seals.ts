/** Audits the seals of operators' acts: each was done in a session of the operator, not written into the database (ADR 27). */
import { EVER, type Invariant } from '../kernel/invariants/invariant.ts';
import { isSealed, textOfAct } from '../kernel/operators/act-seal.ts';
import { actColumns } from '../kernel/operators/audit-log.ts';
import { newestAuditLink } from '../kernel/operators/audit-log-chain.ts';
import { bytea, int8, nullable } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { FAULTS_MAX, pageByPage } from './every-row.ts';
import type { Finding } from './ledger.ts';

/** Acts of operators in the order of the log's chain; `id` is the link. */
const actsAfter = defineQuery({
  name: 'seals.auditActs',
  text: `select k.seq as id, l.id as entry_id, l.operator_id, l.operator_login, l.action, l.subject, l.member_id, l.reason, l.detail,
      l.address, l.is_shown, l.created_at, l.seal
    from audit_log_links k join audit_log l on l.id = k.entry_id
    where k.seq > $1 and l.operator_id is not null and l.id > (select entry_id from audit_log_sealed_from)
    order by k.seq limit $2`,
  params: [int8, int8],
  row: { id: int8, entryId: int8, ...actColumns, seal: nullable(bytea) },
});

async function unsealedActs(reader: Reader, box: SecretBox, afterLink: number) {
  let checked = 0;
  const faults: string[] = [];
  const acts = pageByPage((last, most) => reader.many(actsAfter, [last, most]), afterLink);
  for await (const { seal, entryId, ...act } of acts) {
    checked += 1;
    if (faults.length < FAULTS_MAX && !isSealed(box, textOfAct(act), seal)) {
      faults.push(
        `row ${entryId} of the audit log (${act.action}) was not written in a session of its operator`,
      );
    }
  }
  return { checked, faults };
}

/** `box`: with the key of the deployment. */
export const actsSealed = (box: SecretBox): Invariant => ({
  id: 'acts-sealed',
  rule: 'Operators acted in their sessions',
  find: async (reader, { own }) => (await unsealedActs(reader, box, own)).faults,
  reached: newestAuditLink,
});

/** `reader` should be a snapshot. Without the key of the deployment nothing can be compared, and the rule says so. */
export async function auditSeals(reader: Reader, box: SecretBox | undefined): Promise<Finding> {
  const rule = 'every act of an operator was done in their session';
  if (box === undefined)
    return {
      rule: `${rule}: not examined without the key of the deployment`,
      checked: 0,
      faults: [],
    };
  return { rule, ...(await unsealedActs(reader, box, EVER.own)) };
}
