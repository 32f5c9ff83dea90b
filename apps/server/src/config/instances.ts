/** Reads what this instance does among the instances of a deployment. */
import { describeSettings, type Given, type NameOf } from './setting.ts';
import { ROLES, type Role } from '../kernel/leases/roles.ts';

export const instanceSettings = describeSettings({
  ROLES: {
    description: 'What this instance does of the work that the instances on one database divide.',
    format:
      '`api` (calls and pages), `feed` (sockets), `engine` (matching) and `jobs` (prices, settlement, everything due), separated by commas',
    default: 'all of them',
    rationale:
      'A deployment in which nobody does some of the work because of a misspelt role, which is refused.',
  },
});

type Name = NameOf<typeof instanceSettings> | 'DATABASE_URL' | 'NATS_URL';

/** Faults are added to `faults`. */
export function readRoles(given: Given<Name>, faults: string[]): readonly Role[] {
  const text = given('ROLES');
  if (text === undefined) return ROLES;
  const names = text.split(',').map((name) => name.trim());
  const roles = ROLES.filter((role) => names.includes(role));
  const unknown = names.filter((name) => !roles.some((role) => role === name));
  if (unknown.length > 0) {
    faults.push(
      `ROLES must list ${ROLES.join(', ')}; it has ${JSON.stringify(unknown.join(', '))}`,
    );
  }
  if (given('DATABASE_URL') === undefined && roles.length < ROLES.length) {
    faults.push('ROLES only goes with DATABASE_URL: nobody else can use the embedded database');
  } else if (given('NATS_URL') === undefined && roles.length < ROLES.length) {
    faults.push('ROLES only goes with NATS_URL: without it, one instance does all and others wait');
  }
  return roles;
}
