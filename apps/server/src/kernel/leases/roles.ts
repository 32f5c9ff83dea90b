/** What an instance of a deployment does: its roles, and the role that each lease needs. */

export const ROLES = ['api', 'feed', 'engine', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

/** Leases of one group are spread evenly over the instances; a name of no group is a group of its own. */
const GROUPS = ['spot.engine.', 'spot.sub-account.', 'job.'] as const;
const ENGINES: readonly string[] = GROUPS.slice(0, 2);

/** "spot.engine.12" belongs to "spot.engine." */
export function groupOf(name: string): string {
  return GROUPS.find((group) => name.startsWith(group)) ?? name;
}

/** For people and metrics: "engine", "sub-account", "job", "pricing", "active". */
export function kindOf(name: string): string {
  const group = groupOf(name);
  if (group === 'spot.engine.') return 'engine';
  if (group === 'spot.sub-account.') return 'sub-account';
  return group === 'job.' ? 'job' : group;
}

/** The role that an instance needs to compete for the lease. */
export function roleOf(name: string): Role {
  return ENGINES.includes(groupOf(name)) ? 'engine' : 'jobs';
}

/** How many leases of a group one of `instances` living instances may hold. */
export function shareOf(total: number, instances: number): number {
  return Math.ceil(total / Math.max(1, instances));
}
