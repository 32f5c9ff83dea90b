/** `npm run audit [-- --since CHECKPOINT]`: audits the books and prints the result of each rule. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { auditStorage, linesOf } from '../audit/books.ts';
import { readConfig } from '../config/config.ts';

async function audit() {
  // A file with a checkpoint of the public log that was kept elsewhere: a database that was rewritten as a whole contradicts it.
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const since = values.since === undefined ? undefined : readFileSync(values.since, 'utf8');
  const findings = await auditStorage(readConfig(), since);
  for (const finding of findings) process.stdout.write(`${linesOf(finding).join('\n')}\n`);
  const broken = findings.filter(({ faults }) => faults.length > 0).length;
  process.stdout.write(
    broken === 0 ? '\nThe books are in order.\n' : `\n${broken} rules are broken.\n`,
  );
  process.exitCode = broken === 0 ? 0 : 1;
}

audit().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
