/** Rules as the console shows them: what each looks for, its version in force, the one that waits, and what was found. */
import type { MonitoringHit, MonitoringRule, MonitoringVersion } from '@tern/protocol/operator';
import { casesOfMembers } from '../../../kernel/cases/store-cases.ts';
import { logLook } from '../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { ownAccountsOf } from '../../../kernel/operators/staff-accounts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { MonitoringDeps } from './deps.ts';
import { ruleOf, ruleKeys } from './rules/catalogue.ts';
import { countHits, currentVersions, hitsOfRule, type Version, versionsOfRule } from './store.ts';

type Deps = Pick<MonitoringDeps, 'database' | 'clock' | 'namesOf'>;

const COUNTED_MS = 30 * DAY_MS;
const HITS_MAX = 50;

export async function listRules(
  { database, clock }: Deps,
  actor: Reviewer,
): Promise<MonitoringRule[]> {
  const own = [...(await ownAccountsOf(database, actor.operatorId))];
  const [current, counted] = await Promise.all([
    database.many(currentVersions, []),
    database.many(countHits, [clock.now() - COUNTED_MS, own]),
  ]);
  const shown = await versionsOut(database, current, actor);
  return ruleKeys.map((key) => {
    const { name, about, parameters } = ruleOf(key);
    const count = counted.find(({ rule }) => rule === key);
    const of = (state: string) =>
      shown[current.findIndex((version) => version.rule === key && version.state === state)] ??
      null;
    return {
      key,
      name,
      about,
      parameters: Object.entries(parameters).map(([id, parameter]) => ({ name: id, ...parameter })),
      inForce: of('agreed'),
      proposal: of('open'),
      hits: count?.hits ?? 0,
      lastHitAt: count === undefined ? null : isoTime(count.lastAt),
    };
  });
}

/** With its versions and newest hits. The look is logged. @throws not-found */
export async function showRule(deps: Deps, actor: Reviewer, key: string) {
  const { database, clock, namesOf } = deps;
  const rule = (await listRules(deps, actor)).find((one) => one.key === key);
  if (rule === undefined) throw new Refusal('not-found');
  const look = { actor, action: 'monitoring.view', subject: `monitoringRule:${key}` } as const;
  await database.transaction((tx) => logLook(tx, look, clock.now()));
  const own = [...(await ownAccountsOf(database, actor.operatorId))];
  const [versions, hits] = await Promise.all([
    database.many(versionsOfRule, [key]),
    database.many(hitsOfRule, [key, own, HITS_MAX]),
  ]);
  const ids = [...new Set(hits.map(({ memberId }) => memberId))];
  const [names, cases] = await Promise.all([
    namesOf(database, ids),
    database.many(casesOfMembers, [ids, actor.operatorId]),
  ]);
  const outcomes = new Map(cases.map(({ id, outcome }) => [id, outcome]));
  return {
    rule,
    versions: await versionsOut(database, versions, actor),
    hits: hits.map(({ id: ID, memberId, caseId, since, until, found, version, createdAt }) => ({
      ID,
      memberId,
      memberName: names.get(memberId)?.name ?? '',
      caseId,
      caseOutcome: (outcomes.get(caseId) ?? null) as MonitoringHit['caseOutcome'],
      since: isoTime(since),
      until: isoTime(until),
      found,
      version,
      CreatedAt: isoTime(createdAt),
    })),
  };
}

async function versionsOut(
  reader: Reader,
  versions: readonly Version[],
  actor: Reviewer,
): Promise<MonitoringVersion[]> {
  const people = versions.flatMap(({ proposedBy, decidedBy }) =>
    decidedBy === null ? [proposedBy] : [proposedBy, decidedBy],
  );
  const logins = await operatorLogins(reader, people);
  return versions.map((version) => ({
    ID: version.id,
    version: version.version,
    isOn: version.isOn,
    points: version.points,
    parameters: Object.entries(version.parameters).map(([name, value]) => ({ name, value })),
    reason: version.reason,
    login: logins.get(version.proposedBy) ?? '',
    isOwn: version.proposedBy === actor.operatorId,
    CreatedAt: isoTime(version.proposedAt),
    state: version.state as MonitoringVersion['state'],
    decidedBy: logins.get(version.decidedBy ?? 0) ?? '',
    decidedAt: version.decidedAt === null ? null : isoTime(version.decidedAt),
    decidedReason: version.decidedReason,
  }));
}
