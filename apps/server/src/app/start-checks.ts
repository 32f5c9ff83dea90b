/** Checks before a start, and the message of a failed one: a sentence that an operator can act on. */
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { ConfigFaults } from '../config/config.ts';
import { Refusal } from '../kernel/requests/refusal.ts';
import {
  isConnectionFailure,
  messageOf,
  UnknownOutcome,
} from '../platform/database/database-errors.ts';

const MEGABYTE = 1024 * 1024;
/** A new database with its price history takes about 250 MB, including its write-ahead log. */
const FIRST_START_BYTES = 400 * MEGABYTE;
/** Enough to start, report and stop cleanly. */
const LATER_START_BYTES = 64 * MEGABYTE;

/** An address to listen on, and the setting that changes its port. */
interface Place {
  readonly host: string;
  readonly setting: 'PORT' | 'METRICS_PORT';
}

/** Where the app listens; `host` absent: every address of the machine. */
export const appPlace = (host: string | undefined): Place => ({
  host: host ?? '::',
  setting: 'PORT',
});

/** Where a browser of this machine reaches it; `host` as `LISTEN_HOST`. */
export function urlHere(host: string | undefined, port: number): string {
  if (host === undefined || host === '::' || host === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @throws Error that names why the port cannot be used */
export async function assertPortFree(port: number, place: Place): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ port, host: place.host }, resolve);
    });
  } catch (error) {
    // Without IPv6 the server listens on IPv4 only; a used port is detected then.
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT')
      throw notListening(error, port, place);
  }
  await new Promise<void>((resolve) => void probe.close(() => resolve()));
}

/** The error for a port that is used or forbidden; other errors are returned unchanged. */
export function notListening(error: unknown, port: number, place: Place): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const whys = {
    EADDRINUSE: 'another program uses it',
    EACCES: 'this user may not',
    EADDRNOTAVAIL: `this machine has no address ${place.host}`,
  };
  const why = whys[code as keyof typeof whys];
  if (why === undefined) return error;
  const cause = { cause: error };
  const remedy = code === 'EADDRNOTAVAIL' ? '' : ` Set ${place.setting} to another one.`;
  return new Error(`Tern cannot listen on port ${port}: ${why}.${remedy}`, cause);
}

/** @throws Error naming the free and the required disk space */
export async function assertRoom(dataDir: string, isFirstStart: boolean): Promise<void> {
  const needed = isFirstStart ? FIRST_START_BYTES : LATER_START_BYTES;
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free >= needed) return;
  const [has, needs] = [free, needed].map((bytes) => Math.floor(bytes / MEGABYTE));
  throw new Error(
    `The disk of ${dataDir} has ${has} MB free; Tern needs ${needs} MB to start. Make room, or set DATA_DIR to another disk.`,
  );
}

/** Signs of a full disk: from Node, PostgreSQL's client, and the output of PostgreSQL's programs. */
const FULL_CODES = ['ENOSPC', 'EDQUOT', '53100'];
const FULL_TEXT = /No space left on device|Disk quota exceeded|Check free disk space/;

/** What was tried. */
export interface FailedStart {
  readonly dataDir: string;
  /** As the start report calls it: "pricing". */
  readonly what: string;
}

/** The message of a failed start: sentences for a full disk, a failed database and a refusal, otherwise the error's message. */
export function sayWhyNotStarted(error: unknown, { dataDir, what }: FailedStart): string {
  if (isDiskFull(error)) {
    return `The disk of ${dataDir} is full, so Tern could not start. Make room, or set DATA_DIR to another disk.`;
  }
  if (isDatabaseLost(error)) {
    return (
      `The database failed while Tern started (${what}): ${messageOf(error)}\n` +
      'What it has stored is kept, and the next start goes on from there. systemd, Docker and npm run cluster start it again ' +
      'automatically; otherwise start it again when the database answers.'
    );
  }
  if (error instanceof Refusal) {
    return (
      `Tern could not prepare ${what} (${error.message}).\n` +
      'The demo member of paper mode needs prices of the last weeks. If HTX_URL or QUOTES_URL is set, check that its server has ' +
      'them, or start without it.'
    );
  }
  return messageOf(error);
}

/** A socket of the database that is gone has the code of a missing file. */
function isDatabaseLost(error: unknown): boolean {
  if (error instanceof UnknownOutcome) return true;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return isConnectionFailure(error) && (code !== 'ENOENT' || syscall === 'connect');
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: string; cause?: unknown };
  return FULL_CODES.includes(code ?? '') || FULL_TEXT.test(error.message) || isDiskFull(cause);
}

/** EX_CONFIG of sysexits.h: a faulty setting stays faulty, so nothing should start the server again. */
export const FAULTY_SETTING = 78;

/** Of an instance that did not start. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof ConfigFaults ? FAULTY_SETTING : 1;
