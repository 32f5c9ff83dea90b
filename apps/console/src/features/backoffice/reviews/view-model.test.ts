import { describe, expect, it } from 'vitest';
import { totalsOf } from './view-model.ts';

describe('the totals', () => {
  const kind = { letter: 'W', movesMoney: true, first: 2, second: 1, held: 1, late: 1 };
  const counts = [
    { ...kind, kind: 'withdrawal', oldestAt: '2026-11-21T10:00:00.000Z' },
    { ...kind, kind: 'manual', held: 0, oldestAt: '2026-11-21T09:00:00.000Z' },
    { ...kind, kind: 'setting', first: 0, second: 0, held: 0, oldestAt: null },
  ];

  it('of all kinds or of one name the oldest', () => {
    expect(totalsOf(counts, undefined)).toMatchObject({
      all: 7,
      held: 1,
      late: 3,
      oldestAt: '2026-11-21T09:00:00.000Z',
    });
    expect(totalsOf(counts, 'setting')).toMatchObject({ all: 0, oldestAt: undefined });
  });
});
