/** `npm run mirror`: keeps a copy of a public log, serves it, and raises an alarm when the log contradicts it. Anyone can run one. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '../platform/durations.ts';
import { fetchReason } from '../platform/http/fetch-reason.ts';
import { logSource } from './log-source.ts';
import { trustOf } from './log-trust.ts';
import { copyFolder, serveCopy } from './mirror/copy-folder.ts';
import { type Copied, type CopyDeps, copyLog } from './mirror/copy-log.ts';
import { copyOrders } from './mirror/copy-orders.ts';
import { type CopiedPolicy, copyPolicy } from './mirror/copy-policy.ts';

const USAGE = `Usage:
  npm run mirror -- --from URL --log VKEY | --policy FILE [--folder data/mirror] [--every 60]
                    [--host 127.0.0.1] [--port 8091] [--once]
URL is where the log is, such as https://exchange.example; VKEY its key, spelt name+id+base64, or FILE a saved /log/policy, whose
witnesses must have cosigned. The copy is served under /log/ as the log serves it. A log that contradicts the copy is printed as
ALARM with a file of evidence, which npm run verify checks; the copy stays as it was. With --once it copies once, serves nothing, and
exits with 0, or with 1 when something could not be copied or the log was forked.`;

const print = (line: string) => process.stdout.write(`${line}\n`);

function sentenceOf(copied: Copied): string {
  switch (copied.kind) {
    case 'grown':
      return `copied up to size ${copied.size}`;
    case 'same':
      return `nothing new at size ${copied.size}`;
    case 'refused':
      return `REFUSED: ${copied.why}`;
    case 'forked':
      return `ALARM: the log contradicts what was copied; the evidence is ${copied.file}`;
  }
}

function policySentenceOf(copied: CopiedPolicy): string | undefined {
  if (copied.kind === 'refused') return `REFUSED: ${copied.why}`;
  if (copied.kind !== 'changed') return undefined;
  return 'the policy has changed: compare it with the file policy.before';
}

/** False when something could not be copied. */
async function copyOnce(deps: CopyDeps): Promise<boolean> {
  try {
    const copied = await copyLog(deps);
    if (copied.kind !== 'same') print(sentenceOf(copied));
    if (copied.kind !== 'grown' && copied.kind !== 'same') return false;
    const policy = await copyPolicy(deps);
    const sentence = policySentenceOf(policy);
    if (sentence !== undefined) print(sentence);
    const orders = await copyOrders(deps);
    if (orders.copied > 0) print(`copied ${orders.copied} files of orders`);
    if (orders.why !== undefined) print(`REFUSED: ${orders.why}`);
    return policy.kind !== 'refused' && orders.why === undefined;
  } catch (error) {
    print(`not reached: ${fetchReason(error)}`);
    return false;
  }
}

async function start(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      log: { type: 'string', multiple: true },
      policy: { type: 'string' },
      folder: { type: 'string', default: 'data/mirror' },
      every: { type: 'string', default: '60' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8091' },
      once: { type: 'boolean', default: false },
    },
  });
  const policy = values.policy === undefined ? undefined : readFileSync(values.policy, 'utf8');
  const trust = trustOf({ keys: values.log ?? [], policy });
  const everyMs = Number(values.every) * SECOND_MS;
  if (
    trust === undefined ||
    values.from === undefined ||
    !URL.canParse(values.from) ||
    !(everyMs > 0)
  ) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const folder = copyFolder(values.folder);
  const deps = { folder, trust, source: logSource(values.from) };
  if (values.once) {
    if (!(await copyOnce(deps))) process.exitCode = 1;
    return;
  }
  const server = createServer((request, response) => {
    serveCopy(folder, request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(Number(values.port), values.host, () =>
    print(`serves ${trust.origin} at http://${values.host}:${values.port}/log/`),
  );
  for (;;) {
    await copyOnce(deps);
    await wait(everyMs);
  }
}

start(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
