/** A program that shows older prices than other programs do sends its members to them, until it has caught up (ADR 71). */
import type { Clock } from '../platform/clock.ts';
import { SECOND_MS } from '../platform/durations.ts';
import type { Feature } from '../platform/feature.ts';
import type { SocketMoves } from '../platform/http/move-sockets.ts';

/** After a pause it reads everything in less. */
const PATIENCE_MS = 5 * SECOND_MS;
/** Its clients connect elsewhere within this time, not all at the same moment. */
const LEAVE_WITHIN_MS = 2 * SECOND_MS;
const LOOK_MS = SECOND_MS;

export interface LeavesBehind extends Feature {
  /** Why this program serves nobody now; undefined: it is not behind. */
  obstacle(): string | undefined;
}

interface LeaveDeps {
  readonly clock: Clock;
  readonly features: readonly Feature[];
  readonly moves: Pick<SocketMoves, 'setAway'>;
}

export function createLeavesBehind({ clock, features, moves }: LeaveDeps): LeavesBehind {
  let since: number | undefined;
  let isAway = false;
  return {
    slug: 'leaves-behind',
    obstacle: () => (isAway ? 'its prices are behind those of other programs' : undefined),
    jobs: [
      {
        name: 'sockets.leave-behind',
        everyMs: LOOK_MS,
        runs: 'everywhere',
        async run() {
          const isBehind = features.some((feature) => feature.isBehind?.() === true);
          since = isBehind ? (since ?? clock.now()) : undefined;
          isAway = since !== undefined && clock.now() - since >= PATIENCE_MS;
          moves.setAway(isAway, LEAVE_WITHIN_MS);
        },
      },
    ],
  };
}
