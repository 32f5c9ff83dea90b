/** `npm run query`: runs one query of the runbooks on the database of this deployment. */
import { parseArgs } from 'node:util';
import { queryDatabase } from '../app/run-query.ts';
import { readConfig } from '../config/config.ts';

const USAGE = `Usage: npm run query -- [--change] "SQL"
Prints a line of JSON for each row. Without --change no row can be changed.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { change: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [sql, ...more] = positionals;
  if (sql === undefined || more.length > 0) throw new Error(USAGE);
  const lines = await queryDatabase(readConfig(), { sql, isChange: values.change === true });
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
