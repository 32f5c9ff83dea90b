import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { notYet, Refusal } from '../kernel/requests/refusal.ts';
import { type Lang, locales, textOf } from '../kernel/i18n/texts.ts';
import { createLog } from '../platform/log.ts';
import { createFailureOf } from './failures.ts';

const failed = createFailureOf(createLog('silent'));
const failureOf = (error: unknown, lang: string) => failed(error, lang, 'request-0001');
const onHold = (time: string) =>
  new Refusal('not-yet', { values: { time }, data: { until: time } });

describe('an error of the database', () => {
  const raised = (code: string) =>
    Object.assign(new DatabaseError('raised', 6, 'error'), { code, severity: 'ERROR' });

  it.each([
    ['a lock that was waited for too long', '55P03', 5006],
    ['a statement that took too long', '57014', 5006],
    ['a deadlock', '40P01', 5006],
    ['a full disk', '53100', 5006],
    ['no memory', '53200', 5006],
    ['a table that is missing', '42P01', 5000],
  ])('%s (%s) is answered with %i', (_what, code, answer) => {
    expect(failureOf(raised(code), 'en').code).toBe(answer);
  });
});

describe('a refusal that ends at a time', () => {
  it.each([
    ['en', 'On hold until 22 Nov 2026, 13:05 UTC.'],
    ['de', 'Angehalten bis 22. Nov. 2026, 13:05 UTC.'],
    ['jp', '2026年11月22日 13:05 UTC まで保留中です。'],
  ])('has the time in the format of %s', (lang, msg) => {
    expect(failureOf(onHold('2026-11-22T13:05:00.000Z'), lang).msg).toBe(msg);
  });

  it.each(Object.keys(locales))('contains the time zone and no raw time: %s', (lang) => {
    const { msg, data } = failureOf(onHold('2026-11-22T13:05:00.000Z'), lang);
    expect(msg).toContain('UTC');
    expect(msg).not.toMatch(/\dT\d|\.000|Z\b/);
    expect(data).toEqual({ until: '2026-11-22T13:05:00.000Z' });
  });

  it('has the next full minute, so that a member who waits until then waits long enough', () => {
    const { msg } = failureOf(onHold('2026-11-22T13:05:00.001Z'), 'en');
    expect(msg).toBe('On hold until 22 Nov 2026, 13:06 UTC.');
  });

  it('names its cause, and the field that has to wait', () => {
    const until = Date.parse('2026-11-22T13:05:00.000Z');
    const { msg, data } = failureOf(notYet('until.address', until, ['address']), 'en');
    expect(msg).toBe('You can withdraw to this new address from 22 Nov 2026, 13:05 UTC.');
    expect(data).toEqual({ until: '2026-11-22T13:05:00.000Z', fields: ['address'] });
  });

  it.each(Object.keys(locales) as Lang[])('reads differently for each cause: %s', (lang) => {
    const causes = ['review', 'offering', 'withdrawals', 'payPassword', 'address', 'contracts'];
    const sentences = [...causes, 'evidence'].map((cause) =>
      textOf(lang, `until.${cause}` as 'until.review', { time: '' }),
    );
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
