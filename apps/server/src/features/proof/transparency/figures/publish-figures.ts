/** Publishes the public figures: computed in the background, stored, and shown as stored (ADR 51). */
import { type PublicFigures, transparencyCalls } from '@tern/protocol';
import { isoTime } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../platform/durations.ts';
import type { Feature } from '../../../../platform/feature.ts';
import { route } from '../../../../platform/http/route.ts';
import { figureEndpoints } from './figure-endpoints.ts';
import { type ComputeDeps, computeFigures } from './compute-figures.ts';
import { figuresComputedAt, findFigures, noteRunning, writeFigures } from './store.ts';

/** A request never computes figures; this is how old they become. */
const REFRESH_MS = 5 * MINUTE_MS;
/** How soon the first figures are computed, and another process's are noticed. */
const LOOK_MS = 10 * SECOND_MS;
const NOTE_MS = 30 * SECOND_MS;

export function createPublicFigures(deps: ComputeDeps): Feature {
  const note = () => deps.database.transaction((tx) => noteRunning(tx, deps.clock.now()));
  const read = () => readFigures(deps.database);
  return {
    slug: 'transparency',
    routes: [
      route(transparencyCalls.publicFigures, async () => ({
        figures: (await read()) ?? null,
      })),
    ],
    endpoints: figureEndpoints(read),
    jobs: [
      { name: 'transparency.figures', everyMs: LOOK_MS, run: () => refresh(deps) },
      { name: 'transparency.runs', everyMs: NOTE_MS, run: note },
    ],
    start: note,
  };
}

/** As published. Undefined before they were computed. */
async function readFigures(database: Database): Promise<PublicFigures | undefined> {
  const stored = await findFigures(database);
  if (stored === undefined) return undefined;
  const { computedAt, figures } = stored;
  // The stored document is the published one.
  return { ...figures, computedAt: isoTime(computedAt) } as PublicFigures;
}

/** Computes the figures if those stored are too old. */
async function refresh(deps: ComputeDeps): Promise<void> {
  const now = deps.clock.now();
  const last = await figuresComputedAt(deps.database);
  if (last !== undefined && now - last < REFRESH_MS) return;
  const figures = await computeFigures(deps, now);
  await deps.database.transaction((tx) => writeFigures(tx, { computedAt: now, figures }));
}
