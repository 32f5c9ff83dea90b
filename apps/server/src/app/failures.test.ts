import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { notYet, Refusal, tooManyPlaces } from '../kernel/requests/refusal.ts';
import { type Lang, locales, textOf } from '../kernel/i18n/texts.ts';
import { createLog } from '../platform/log.ts';
import { createFailureOf } from './failures.ts';

const failed = createFailureOf(createLog('silent'));
const failureOf = (error: unknown, lang: string) => failed(error, lang, { id: 'request-0001' });
const onHold = (time: string) =>
  new Refusal('not-yet', { values: { time }, data: { until: time } });

const raised = (code: string) =>
  Object.assign(new DatabaseError('raised', 6, 'error'), { code, severity: 'ERROR' });

describe('an error of the database', () => {
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

describe('while the disk of the database is full', () => {
  const full = createFailureOf(createLog('silent'), { isDiskFull: () => true });
  const cause = textOf('en', 'storage.full');

  it('a price that is missing is answered with its cause', () => {
    const answered = full(new Refusal('no-price'), 'en', { id: 'request-0001' });
    expect(answered).toMatchObject({ code: 5006, msg: cause });
    expect(failureOf(new Refusal('no-price'), 'en').msg).not.toBe(cause);
  });

  it('a work that could not be stored is answered with it too, any other refusal with its own', () => {
    expect(failureOf(raised('53100'), 'en').msg).toBe(cause);
    expect(failureOf(raised('53200'), 'en').msg).not.toBe(cause);
    expect(full(new Refusal('not-found'), 'en', { id: 'request-0001' }).code).toBe(5007);
  });
});

describe('an amount with too many decimal places', () => {
  it.each(Object.keys(locales))('names the field and how many are allowed: %s', (lang) => {
    const { code, msg, data } = failureOf(tooManyPlaces('musdt', 6), lang);
    expect(code).toBe(5001);
    expect(msg).toMatch(/musdt.*6/);
    expect(data).toEqual({ fields: ['musdt'], places: 6 });
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
