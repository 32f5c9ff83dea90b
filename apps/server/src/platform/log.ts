/** Structured logs: errors and rare events; secrets never leave the process. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequestId } from './request-id.ts';
import { currentTrace } from './tracing/trace.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

const SECRETS = [
  'token',
  'password',
  'passWord',
  'newPassword',
  'pay_password',
  'captcha',
  'smsCode',
  'emailCode',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * The logged fields of an error. Not all of them: database errors contain the whole connection and the values of rows.
 */
function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const cause = error.cause === undefined ? {} : { cause: errorInLog(error.cause) };
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...cause,
  };
}

/** A logger to standard error, or to `target`; `silent` in tests. Errors go under `err` or `error`. Lines of a request have its id, and that of its trace. */
export function createLog(
  level: 'info' | 'warn' | 'error' | 'silent',
  target: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Log {
  const serializers = { err: errorInLog, error: errorInLog };
  const mixin = () => {
    const requestId = currentRequestId();
    const traceId = currentTrace()?.id;
    return {
      ...(requestId === undefined ? {} : { requestId }),
      ...(traceId === undefined ? {} : { traceId }),
    };
  };
  return pino({ level, redact: SECRETS, serializers, mixin }, target);
}
