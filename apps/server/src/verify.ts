/** `npm run verify`: checks the evidence of a contract from a file, or a simulated day from its public ticks and seed. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyBundle } from '@tern/proofs';
import { createPublicApi } from './public-api.ts';
import { type CheckedItem, verifyPaperDay } from './verify-paper-day.ts';

const USAGE = `Usage:
  npm run verify -- bundle.json --key HEX          checks a contract's evidence, offline
  npm run verify -- bundle.json --from URL         the same, with the keys that URL publishes
  npm run verify -- --paper-day 2026-11-20 --from URL [--symbol btcusdt ...]
                                                   recomputes a simulated day's prices
HEX is the exchange's public key (GET /api/transparency/keys); URL is where it runs, such as http://localhost:8080.`;

/** Returns the exit code: 0 all passed, 1 a check failed, 2 wrong usage. */
async function verify(args: readonly string[]): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true },
      from: { type: 'string' },
      symbol: { type: 'string', multiple: true },
      'paper-day': { type: 'string' },
    },
  });
  const { key = [], from, symbol, 'paper-day': day } = values;
  const [file, ...others] = positionals;
  const api = from === undefined ? undefined : createPublicApi(from);
  if (day !== undefined && api !== undefined && file === undefined) {
    return report(await verifyPaperDay(api, day, symbol));
  }
  if (file === undefined || others.length > 0 || day !== undefined) return usage();
  const publicKey = key.length > 0 || api === undefined ? key : await api.keys();
  if (publicKey.length === 0) return usage('No key was given to check the signatures.');
  return report(verifyBundle(bundleIn(readFileSync(file, 'utf8')), { publicKey }));
}

/** The document contains the bundle alone, or the whole answer of the call. */
function bundleIn(text: string): unknown {
  const document = JSON.parse(text) as { data?: { bundle?: unknown } } | null;
  return document?.data?.bundle ?? document;
}

function report(items: readonly CheckedItem[]): 0 | 1 {
  const width = Math.max(...items.map(({ name }) => name.length));
  for (const { name, pass, why } of items) {
    say(`${pass ? 'PASS' : 'FAIL'}  ${name.padEnd(width)}  ${why}`);
  }
  const failed = items.filter(({ pass }) => !pass).length;
  say(failed === 0 ? '\nPASS: everything holds.' : `\nFAIL: ${failed} of ${items.length} checks.`);
  return failed === 0 && items.length > 0 ? 0 : 1;
}

function usage(why?: string): 2 {
  process.stderr.write(`${why === undefined ? '' : `${why}\n`}${USAGE}\n`);
  return 2;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

verify(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
