/** A new version of a rule: one person of compliance proposes it, another one agrees. From then on it looks, and the one before does not. */
import type { AuditAction } from '@tern/protocol/operator';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { MonitoringDeps } from './deps.ts';
import { positionsOf } from './evaluate.ts';
import { readValues, type RuleKey, RULES } from './rules/catalogue.ts';
import {
  beginProgress,
  currentVersions,
  decideVersion,
  insertVersion,
  lockVersion,
  type Version,
} from './store.ts';

type Deps = Pick<MonitoringDeps, 'database' | 'clock' | 'reviews' | 'orders'>;

export interface RuleProposal {
  readonly key: RuleKey;
  readonly isOn: boolean;
  readonly points: number;
  readonly parameters: readonly { readonly name: string; readonly value: number }[];
  readonly reason: string;
}

/** Returns its id. @throws invalid-request, facts-changed while another one waits, already-decided when nothing would change */
export async function proposeVersion(
  { database, clock, reviews }: Deps,
  actor: Reviewer,
  { key, isOn, points, ...given }: RuleProposal,
): Promise<number> {
  const reason = readReason(given.reason);
  const values = readValues(RULES[key], given.parameters);
  const id = await database.transaction(async (tx) => {
    const at = clock.now();
    const current = await tx.many(currentVersions, []);
    const inForce = current.find(({ rule, state }) => rule === key && state === 'agreed');
    const isSame =
      inForce === undefined
        ? !isOn
        : inForce.isOn === isOn && inForce.points === points && areSame(inForce.parameters, values);
    if (isSame) throw new Refusal('already-decided');
    const by = actor.operatorId;
    const made = await tx.maybe(insertVersion, [key, isOn, points, values, reason, by, at]);
    if (made === undefined) throw new Refusal('facts-changed');
    const detail = { version: made.version, isOn, points, ...values };
    await logAct(tx, { ...actOf(actor, 'propose', key), reason, detail }, at);
    return made.id;
  });
  reviews.announce();
  return id;
}

const areSame = (one: Version['parameters'], other: Version['parameters']): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

const actOf = (
  actor: Reviewer,
  act: 'propose' | 'agree' | 'decline' | 'withdraw',
  key: string,
) => ({
  actor,
  action: `monitoring.${act}` as const satisfies AuditAction,
  subject: `monitoringRule:${key}`,
});

/** @throws not-found, already-decided, second-person-needed for the own one, invalid-request */
export async function decideProposed(
  { database, clock, reviews, orders }: Deps,
  actor: Reviewer,
  given: { id: number; isAgreed: boolean; reason: string },
): Promise<void> {
  const { id, isAgreed } = given;
  const reason = readReason(given.reason);
  await database.transaction(async (tx) => {
    const version = await lockOpen(tx, id);
    if (version.proposedBy === actor.operatorId) throw new Refusal('second-person-needed');
    const at = clock.now();
    const state = isAgreed ? 'agreed' : 'declined';
    await tx.run(decideVersion, [id, state, actor.operatorId, at, reason]);
    if (isAgreed) {
      const positions = await positionsOf(tx, { orders }, version);
      const sources = positions.map(({ source }) => source);
      await tx.run(beginProgress, [id, sources, positions.map(({ position }) => position)]);
    }
    const act = actOf(actor, isAgreed ? 'agree' : 'decline', version.rule);
    await logAct(tx, { ...act, reason, detail: { version: version.version } }, at);
  });
  reviews.announce();
}

/** Takes an own proposal back. @throws not-found, already-decided, not-permitted for a colleague's */
export async function withdrawProposed(
  { database, clock, reviews }: Deps,
  actor: Reviewer,
  id: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const version = await lockOpen(tx, id);
    if (version.proposedBy !== actor.operatorId) throw new Refusal('not-permitted');
    const at = clock.now();
    await tx.run(decideVersion, [id, 'withdrawn', actor.operatorId, at, '']);
    const detail = { version: version.version };
    await logAct(tx, { ...actOf(actor, 'withdraw', version.rule), detail }, at);
  });
  reviews.announce();
}

async function lockOpen(tx: Tx, id: number): Promise<Version> {
  const version = await tx.maybe(lockVersion, [id]);
  if (version === undefined) throw new Refusal('not-found');
  if (version.state !== 'open') throw new Refusal('already-decided');
  return version;
}
