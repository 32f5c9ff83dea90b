/** Why a member may not move money now, as far as their own data says; the server has the last word. */
import type { User } from '../session.ts';
import { serverNow } from '../site-config.ts';

/** In the order in which the server asks (4008, 4025, 5009). `checking`: identity submitted, not decided. */
export type Obstacle = 'frozen' | 'unverified' | 'checking' | 'blocked';

/** rules §12 */
const SUBMITTED = 1;

/** Until when the member may not withdraw after a change of password (spec §4), ISO 8601; undefined when they may. */
export function blockedUntil(user: User | undefined): string | undefined {
  const until = user?.withdrawalsBlockedUntil ?? null;
  return until !== null && Date.parse(until) > serverNow() ? until : undefined;
}

/** Of money on its way out. Nothing while the member is not known. */
export function withdrawalObstacle(user: User | undefined): Obstacle | undefined {
  return depositObstacle(user) ?? (blockedUntil(user) === undefined ? undefined : 'blocked');
}

/** Of money on its way in, where identity is asked for. */
export function depositObstacle(user: User | undefined): Obstacle | undefined {
  if (user === undefined) return undefined;
  if (user.frozen) return 'frozen';
  if (user.verified) return undefined;
  return user.realNameStatus === SUBMITTED ? 'checking' : 'unverified';
}
