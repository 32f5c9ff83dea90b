import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAfter, firstDue, isTimeZone, LAST_DAY, type Schedule } from './schedule.ts';

const DAY_MS = 86_400_000;
const daily = (minute: number, timeZone: string): Schedule => {
  return { rhythm: 'day', day: 0, minute, timeZone };
};
const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
const first = (schedule: Schedule, after: string) => iso(firstDue(schedule, Date.parse(after)).at);
const from = (schedule: Schedule & { firstOn?: string }, after: string, count: number) => {
  const dues: string[] = [];
  let at = Date.parse(after);
  for (let n = 0; n < count; n += 1) {
    ({ at } = dueAfter({ firstOn: '2026-01-01', ...schedule }, at));
    dues.push(iso(at));
  }
  return dues;
};

describe('a due time', () => {
  it('is the next one after a moment, never the moment itself', () => {
    const nine = daily(9 * 60, 'UTC');
    expect(first(nine, '2026-11-23T08:59:59Z')).toBe('2026-11-23T09:00');
    expect(first(nine, '2026-11-23T09:00:00Z')).toBe('2026-11-24T09:00');
  });

  it('keeps its time on the wall when clocks change', () => {
    const vienna = daily(9 * 60, 'Europe/Vienna');
    expect(from(vienna, '2026-03-28T00:00Z', 2)).toEqual(['2026-03-28T08:00', '2026-03-29T07:00']);
    expect(from(vienna, '2026-10-24T00:00Z', 2)).toEqual(['2026-10-24T07:00', '2026-10-25T08:00']);
  });

  it('that the clock leaps over is as much later as the clock leaps', () => {
    const vienna = daily(2 * 60 + 30, 'Europe/Vienna');
    expect(from(vienna, '2026-03-28T02:00Z', 2)).toEqual(['2026-03-29T01:30', '2026-03-30T00:30']);
  });

  it('that comes twice is the first of both, once', () => {
    const vienna = daily(2 * 60 + 30, 'Europe/Vienna');
    expect(from(vienna, '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
  });

  it('on a date that a zone leaps over is not due twice', () => {
    const apia = daily(12 * 60, 'Pacific/Apia');
    const dues = from(apia, '2011-12-29T00:00Z', 3);
    expect(new Set(dues).size).toBe(3);
  });

  it('of a week is on its weekday, of two weeks on every second one from the first', () => {
    const monday = { rhythm: 'week', day: 1, minute: 540, timeZone: 'UTC' } as const;
    expect(from(monday, '2026-11-29T15:00Z', 2)).toEqual(['2026-11-30T09:00', '2026-12-07T09:00']);
    const second = { ...monday, rhythm: 'twoWeeks', firstOn: '2026-11-30' } as const;
    expect(from(second, '2026-11-29T15:00Z', 2)).toEqual(['2026-11-30T09:00', '2026-12-14T09:00']);
    expect(from(second, '2027-01-01T00:00Z', 1)).toEqual(['2027-01-11T09:00']);
  });

  it('of a month is on its day, or on the last one', () => {
    const fifth = { rhythm: 'month', day: 5, minute: 0, timeZone: 'UTC' } as const;
    expect(from(fifth, '2026-11-05T00:00Z', 2)).toEqual(['2026-12-05T00:00', '2027-01-05T00:00']);
    expect(from({ ...fifth, day: LAST_DAY }, '2026-12-31T00:00Z', 3)).toEqual([
      '2027-01-31T00:00',
      '2027-02-28T00:00',
      '2027-03-31T00:00',
    ]);
  });
});

describe('in every zone', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const anytime = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') });
  // Weekends on which clocks change somewhere.
  const changes = [
    '2026-03-07',
    '2026-03-28',
    '2026-04-04',
    '2026-10-03',
    '2026-10-24',
    '2026-10-31',
  ];
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 2 * DAY_MS }))
    .map(([day, ms]) => Date.parse(day) + ms);
  const moments = fc.oneof(anytime, nearChange);
  const minutes = fc.integer({ min: 0, max: 1439 });

  it('dues are in their order, with their time on the wall or just after a leap', () => {
    fc.assert(
      fc.property(zones, moments, minutes, (timeZone, after, minute) => {
        const wall = new Intl.DateTimeFormat('en', {
          timeZone,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        const minuteAt = (at: number) => {
          const [hours, rest] = wall.format(at).split(':').map(Number);
          return hours! * 60 + rest!;
        };
        const due = dueAfter({ ...daily(minute, timeZone), firstOn: '2024-01-01' }, after).at;
        expect(due).toBeGreaterThan(after);
        expect(due - after).toBeLessThanOrEqual(DAY_MS + 3 * 3_600_000);
        // Nothing is due in between: not a minute of the wall has its time, but for the second of two.
        const earlier: number[] = [];
        for (let at = Math.ceil((after + 1) / 60_000) * 60_000; at < due; at += 60_000) {
          if (minuteAt(at) === minute && !isSecond(minuteAt, at)) earlier.push(at);
        }
        expect(earlier).toEqual([]);
        const leap = minuteAt(due) - minute;
        if (leap !== 0) expect(minuteAt(due - leap * 60_000)).not.toBe(minute);
      }),
      { numRuns: 60 },
    );
  });

  it('rarer ones are among the daily ones, on their days', () => {
    const rhythms = fc.oneof(
      fc.record({
        rhythm: fc.constantFrom('week', 'twoWeeks'),
        day: fc.integer({ min: 1, max: 7 }),
      }),
      fc.record({
        rhythm: fc.constant('month'),
        day: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant(LAST_DAY)),
      }),
    ) as fc.Arbitrary<Pick<Schedule, 'rhythm' | 'day'>>;
    fc.assert(
      fc.property(zones, moments, minutes, rhythms, (timeZone, after, minute, { rhythm, day }) => {
        const schedule = { rhythm, day, minute, timeZone };
        const begin = firstDue(schedule, after);
        const counted = { ...schedule, firstOn: begin.on };
        const next = dueAfter(counted, begin.at);
        expect(dueAfter(counted, after)).toEqual(begin);
        expect(dueAfter({ ...daily(minute, timeZone), firstOn: begin.on }, next.at - 1)).toEqual(
          next,
        );
        const days = (Date.parse(next.on) - Date.parse(begin.on)) / DAY_MS;
        if (rhythm === 'month') {
          const [, month, date] = next.on.split('-').map(Number);
          const inMonth = new Date(Date.UTC(Number(next.on.slice(0, 4)), month!, 0)).getUTCDate();
          expect(date).toBe(Math.min(day, inMonth));
          expect((Number(begin.on.slice(5, 7)) % 12) + 1).toBe(month);
        } else {
          expect(days).toBe(rhythm === 'week' ? 7 : 14);
          expect(new Date(begin.on).getUTCDay()).toBe(day % 7);
        }
      }),
    );
  });
});

/** Whether the clock has shown the same within the hours before, because it was set back. */
function isSecond(minuteAt: (at: number) => number, at: number): boolean {
  for (let back = 30; back <= 180; back += 30) {
    if (minuteAt(at - back * 60_000) === minuteAt(at)) return true;
  }
  return false;
}

it('only zones with a name are known', () => {
  expect(['Europe/Vienna', 'UTC', 'Asia/Kathmandu'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['Europe/Nowhere', ''].map(isTimeZone)).toEqual([false, false]);
});
