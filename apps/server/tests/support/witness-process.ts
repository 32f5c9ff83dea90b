/** `npm run witness` as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const TOOL = fileURLToPath(new URL('../../../../tools/witness.mjs', import.meta.url));

export interface WitnessProcess {
  /** As a verifier spells it. */
  readonly key: string;
  readonly url: string;
  /** What it printed so far. */
  printed(): string;
  /** Ends once it has printed this. */
  until(text: string): Promise<void>;
  /** As a crash does. */
  kill(): Promise<void>;
}

/** Starts a witness of a log; its key and memory are in `file`. */
export function startWitness(given: {
  readonly logKeys: readonly string[];
  readonly file: string;
  readonly name?: string;
  /** Where it reads the keys of the logs. */
  readonly sites?: readonly string[];
  /** Absent: any free one. */
  readonly port?: string;
}): Promise<WitnessProcess> {
  const { logKeys, file, name = 'witness.example', sites = [], port = '0' } = given;
  const logs = [
    ...logKeys.flatMap((key) => ['--log', key]),
    ...sites.flatMap((site) => ['--from', site]),
  ];
  const args = [TOOL, ...logs, '--name', name, '--port', port, '--file', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const until = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => printed.includes(text) && resolve();
      child.stdout.on('data', look);
      child.once('close', () => reject(new Error(`the witness ended: ${printed}`)));
      look();
    });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString();
      const found = /^witness (\S+)\n.* at (http:\S+)\n/m.exec(printed);
      if (found === null) return;
      const [, key = '', url = ''] = found;
      resolve({ key, url, printed: () => printed, until, kill: () => kill(child) });
    });
    child.on('close', () => reject(new Error(`the witness did not start: ${printed}`)));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
