/** `npm run verify`: checks evidence, receipts and the public log without server, database or build. */
import { runSource } from './run-source.mjs';

await runSource('apps/server/src/commands/verify.ts');
