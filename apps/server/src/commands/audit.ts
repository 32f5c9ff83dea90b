/** `npm run audit`: audits the books and prints the result of each rule. */
import { auditStorage, linesOf } from '../audit/books.ts';
import { readConfig } from '../config/config.ts';

async function audit() {
  const findings = await auditStorage(readConfig());
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
