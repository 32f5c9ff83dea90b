/** Publishes the public figures: computed in the background, stored, and shown as stored (ADR 51). */
import { type PublicFigures, transparencyCalls } from '@tern/protocol';
import { isoTime } from '../../../platform/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { route } from '../../../platform/http/route.ts';
import { type ComputeDeps, computeFigures } from './compute-figures.ts';
import { figuresComputedAt, findFigures, noteRunning, writeFigures } from './store.ts';

/** A request never computes figures; this is how old they become. */
const REFRESH_MS = 5 * MINUTE_MS;
/** How soon the first figures are computed, and another process's are noticed. */
const LOOK_MS = 10 * SECOND_MS;
const NOTE_MS = 30 * SECOND_MS;

export function createPublicFigures(deps: ComputeDeps): Feature {
  const note = () => deps.database.transaction((tx) => noteRunning(tx, deps.clock.now()));
  return {
    slug: 'transparency',
    routes: [
      route(transparencyCalls.publicFigures, async () => {
        const stored = await findFigures(deps.database);
        if (stored === undefined) return { figures: null };
        const { computedAt, figures } = stored;
        // The stored document is the published one.
        return { figures: { ...figures, computedAt: isoTime(computedAt) } as PublicFigures };
      }),
    ],
    jobs: [
      { name: 'transparency.figures', everyMs: LOOK_MS, run: () => refresh(deps) },
      { name: 'transparency.runs', everyMs: NOTE_MS, run: note },
    ],
    start: note,
  };
}

/** Computes the figures if those stored are too old. */
async function refresh(deps: ComputeDeps): Promise<void> {
  const now = deps.clock.now();
  const last = await figuresComputedAt(deps.database);
  if (last !== undefined && now - last < REFRESH_MS) return;
  const figures = await computeFigures(deps, now);
  await deps.database.transaction((tx) => writeFigures(tx, { computedAt: now, figures }));
}
