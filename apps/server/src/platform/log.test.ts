/** Logs contain the cause of an error and no secrets. */
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function lineOf(fields: object): string {
  let line = '';
  createLog('warn', { write: (text) => (line += text) }).warn(fields, 'something failed');
  return line;
}

describe('a log line', () => {
  it('contains the message, the code and the cause of an error', () => {
    const cause = Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' });
    const line = lineOf({ err: new Error('the mail did not leave', { cause }) });
    expect(line).toContain('the mail did not leave');
    expect(line).toContain('no route');
    expect(line).toContain('EHOSTUNREACH');
  });

  it('omits the rows and the connection of a database error', () => {
    const error = new DatabaseError('duplicate key', 10, 'error');
    Object.assign(error, {
      detail: 'Key (email)=(someone@tern.test)',
      client: { user: 'tern_app' },
    });
    for (const name of ['err', 'error']) {
      const line = lineOf({ [name]: error });
      expect(line).toContain('duplicate key');
      expect(line).not.toMatch(/someone@tern\.test|tern_app/);
    }
  });

  it('omits secrets', () => {
    expect(lineOf({ body: { passWord: 'paper-money-1' } })).not.toContain('paper-money-1');
  });
});
