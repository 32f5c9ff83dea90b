/** `npm run mutants`: plants each listed fault in a copy of the tree and says whether its tests find it. */
import { runSource } from './run-source.mjs';

await runSource('tools/mutants/run-mutants.ts');
