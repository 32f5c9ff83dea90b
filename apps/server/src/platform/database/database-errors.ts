/** Classifies database errors by code, never by message. */
import { DatabaseError } from 'pg';

/** The connection was lost during COMMIT: the transaction may or may not have been committed. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('the connection was lost at COMMIT: whether the transaction was committed is unknown', {
      cause,
    });
  }
}

/** None of the servers in the database URL takes writes now. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';

  /** One line per host. */
  constructor(reasons: readonly string[]) {
    super(`No server of the database takes writes (${reasons.join('; ')})`);
  }
}

/** True for a unique violation; with a name, only of this constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23505', constraint);
}

/** True for a CHECK violation; with a name, only of this constraint. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23514', constraint);
}

/** True when a constraint or a right of the server refuses a row: repeating the work cannot help. */
export function isIntegrityViolation(error: unknown): boolean {
  return error instanceof DatabaseError && /^(23|42501)/.test(error.code ?? '');
}

/** True when the database accepts no writes of this kind at present. */
export function isReadOnlyRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006';
}

/** True after a conflict with another transaction: the work can be retried unchanged. */
export function isSerializationOrDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** True when the database gave up waiting for a lock, or a statement took too long: the work was not committed. */
function isTimeLimit(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '57014');
}

/** True when the server could not write for want of disk: the work was not committed. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100';
}

/** True when the server lacks disk or memory for the work: it was not committed. */
function isOutOfResources(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code ?? '').startsWith('53');
}

/**
 * True when the database could not do the work now and has done none of it: the same work may succeed later.
 * An `UnknownOutcome` is not one of these.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    isConnectionFailure(error) ||
    isSerializationOrDeadlock(error) ||
    isTimeLimit(error) ||
    isOutOfResources(error)
  );
}

/**
 * True when the server could not be reached or closed the connection, so that the work was not committed.
 * An `UnknownOutcome` is not one of these.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof UnknownOutcome || !(error instanceof Error)) return false;
  if (error instanceof NoPrimary) return true;
  if (error instanceof DatabaseError) {
    return error.severity === 'FATAL' || /^(08|57P)/.test(error.code ?? '');
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return LOST_SOCKET.has(code) || LOST_MESSAGE.test(error.message);
}

const LOST_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** Errors of the driver without a code. */
const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

function isViolation(error: unknown, code: string, constraint: string | undefined): boolean {
  if (!(error instanceof DatabaseError) || error.code !== code) return false;
  return constraint === undefined || error.constraint === constraint;
}

/** When several addresses were tried, the first one's message: the outer error has none. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
