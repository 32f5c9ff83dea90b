/** `npm run witness`: cosigns the checkpoints of logs, without server, database or build. */
import { runSource } from './run-source.mjs';

await runSource('apps/server/src/commands/witness.ts');
