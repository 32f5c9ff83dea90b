/** `npm run signer`: signs payouts and sweeps of one chain within caps of its own, without server, database or build. */
import { runSource } from './run-source.mjs';

await runSource('apps/server/src/commands/signer.ts');
