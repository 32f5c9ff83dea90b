/**
 * The size of the heap's young generation while the server starts.
 *
 * `npm start` lets it grow to 64 MB, because few objects of requests outlive a larger one. V8 enlarges it when much survives a
 * collection, and what a first start makes survives for seconds: it would take up to three times 64 MB before the first
 * request. V8 reads this factor each time it could enlarge it.
 */
import { setFlagsFromString } from 'node:v8';

export const HOLD = '--semi-space-growth-factor=1';
/** V8's own. */
export const RELEASE = '--semi-space-growth-factor=2';

/** From now on it keeps its size. */
export const holdYoungGeneration = (): void => setFlagsFromString(HOLD);

/** It grows again as requests need it. */
export const releaseYoungGeneration = (): void => setFlagsFromString(RELEASE);
