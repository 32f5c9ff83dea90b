import { describe, expect, it } from 'vitest';
import { type BatchedEvents, eventsOf, inRowsOf } from './batched-events.ts';

const ended: BatchedEvents = {
  topic: 'futures.contract',
  memberIds: [7, 8, 7],
  own: { ID: [101, 102, 103] },
  shared: { status: 2 },
};
const balances: BatchedEvents = {
  topic: 'assets.balance',
  memberIds: [7, 8],
  own: { available: ['1', '2'], total: ['3', '4'] },
  shared: { coinname: 'USDT' },
  isList: true,
};
const alone = { memberId: 9, topic: 'notification.added', data: { ID: 1 } } as const;

describe('batched events', () => {
  it('expand to the same events as if each had been stored alone', () => {
    expect(eventsOf([alone, ended, balances])).toEqual([
      alone,
      { memberId: 7, topic: 'futures.contract', data: { ID: 101, status: 2 } },
      { memberId: 8, topic: 'futures.contract', data: { ID: 102, status: 2 } },
      { memberId: 7, topic: 'futures.contract', data: { ID: 103, status: 2 } },
      {
        memberId: 7,
        topic: 'assets.balance',
        data: [{ available: '1', total: '3', coinname: 'USDT' }],
      },
      {
        memberId: 8,
        topic: 'assets.balance',
        data: [{ available: '2', total: '4', coinname: 'USDT' }],
      },
    ]);
  });

  it('expand for the requested members only', () => {
    const found = eventsOf([ended, balances], new Set([8]));
    expect(found.map(({ topic, memberId }) => [topic, memberId])).toEqual([
      ['futures.contract', 8],
      ['assets.balance', 8],
    ]);
  });

  it.each([1, 2, 3, 4, 5, 100])('are the same when split into rows of %i members', (membersMax) => {
    const rows = inRowsOf(membersMax, [ended, balances]);
    expect(rows.flatMap((row) => eventsOf(row))).toEqual(eventsOf([ended, balances]));
    const sizes = rows.map((row) => row.reduce((sum, { memberIds }) => sum + memberIds.length, 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(membersMax);
    expect(rows).toHaveLength(Math.ceil(5 / membersMax));
  });
});
