/** `npm run operator`: makes each of the first two operators of a live deployment. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openStorage } from '../app/open-storage.ts';
import { VERSION } from '../app/version.ts';
import { readConfig } from '../config/config.ts';
import { addFirstOperator } from '../features/backoffice/operators/index.ts';
import { createPasswords } from '../kernel/members/passwords.ts';
import { Refusal } from '../kernel/requests/refusal.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { systemRandom } from '../platform/random.ts';

const USAGE = `Usage: npm run operator -- LOGIN
Makes one of the first two operators; it asks for a password, which the operator types. Each of the two runs it.`;

const REFUSED = {
  'invalid-request': 'A login has 3 to 32 small letters, digits, dots and hyphens.',
  'weak-password': 'The password is too weak: use at least eight characters that nobody guesses.',
  'already-exists': 'There is an operator of this name.',
  'already-decided':
    'There are two operators already: propose further ones in the console, where another person approves them.',
} as const;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [login, ...more] = process.argv.slice(2);
  if (login === undefined || more.length > 0) throw new Error(USAGE);
  const config = readConfig();
  if (config.mode !== 'live' || config.database === undefined) {
    throw new Error('This command needs MODE=live and DATABASE_URL: paper mode has its operators.');
  }
  const password = await readPassword();
  const storage = await openStorage({
    config,
    log: createLog(config.logLevel),
    onProgress: print,
    version: VERSION,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  });
  try {
    const { database } = storage;
    const passwords = createPasswords();
    const deps = { database, clock: systemClock, random: systemRandom, passwords };
    const { missing, invitationCode } = await addFirstOperator(deps, { login, password });
    print(`${login} can sign in at /console, and sets up one-time codes there.`);
    if (missing > 0) print('One more person is needed: run this command again with another login.');
    if (invitationCode !== undefined) {
      print(`The first members register with the invitation code ${invitationCode}.`);
    }
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error });
  } finally {
    await storage.close();
  }
}

function sentenceOf(error: unknown): string {
  const reasons = Object.keys(REFUSED) as (keyof typeof REFUSED)[];
  const reason = reasons.find((each) => error instanceof Refusal && error.is(each));
  if (reason !== undefined) return REFUSED[reason];
  return error instanceof Error ? error.message : String(error);
}

/** Typed twice and not shown; from a pipe, its first line. */
async function readPassword(): Promise<string> {
  const isTyped = process.stdin.isTTY;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTyped });
  const iterator = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    if (isTyped) process.stdout.write(question);
    const { value, done } = (await iterator.next()) as { value?: string; done?: boolean };
    if (isTyped) process.stdout.write('\n');
    // Ctrl-C or Ctrl-D.
    if (done === true) throw new Error('No operator was made.');
    return value ?? '';
  };
  try {
    const password = await ask('Password: ');
    if (isTyped && (await ask('Again: ')) !== password) throw new Error('They differ.');
    return password;
  } finally {
    lines.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
