/** Why the member may not move money now, judged by their own data; the server decides. */
import type { User } from './session.ts';
import { serverNow } from './site-config.ts';

/** In the server's order of checks (account-frozen, not-verified, not-yet). `checking`: identity submitted, not decided. */
export type Obstacle = 'frozen' | 'unverified' | 'checking' | 'blocked';

/** By their numbers in the API. */
const IDENTITIES = ['none', 'submitted', 'verified', 'rejected'] as const;

/** How far the verification of the member's identity is. */
export function identityOf({ realNameStatus }: Pick<User, 'realNameStatus'>) {
  return IDENTITIES[realNameStatus] ?? 'none';
}

/** The end of the pause of withdrawals after a password change, ISO 8601; undefined if there is none. */
export function blockedUntil(user: User | undefined): string | undefined {
  const until = user?.withdrawalsBlockedUntil ?? null;
  return until !== null && Date.parse(until) > serverNow() ? until : undefined;
}

/** For withdrawals. Undefined while the member is unknown. */
export function withdrawalObstacle(user: User | undefined): Obstacle | undefined {
  return identityObstacle(user) ?? (blockedUntil(user) === undefined ? undefined : 'blocked');
}

/** For what needs an identity: deposits of real money, new coins, loans. Undefined while the member is unknown. */
export function identityObstacle(user: User | undefined): Obstacle | undefined {
  if (user === undefined) return undefined;
  if (user.frozen) return 'frozen';
  if (user.verified) return undefined;
  return identityOf(user) === 'submitted' ? 'checking' : 'unverified';
}
