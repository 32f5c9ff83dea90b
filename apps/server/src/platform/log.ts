/** Structured logs: errors and rare events; secrets never leave the process. */
import { pino, type Logger } from 'pino';

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

/** A logger to standard error; `silent` in tests. */
export function createLog(level: 'info' | 'warn' | 'error' | 'silent'): Log {
  return pino({ level, redact: SECRETS }, pino.destination({ dest: 2, sync: false }));
}
