/** `npm run mirror`: keeps and serves a copy of a public log, without server, database or build. */
import { runSource } from './run-source.mjs';

await runSource('apps/server/src/commands/mirror.ts');
