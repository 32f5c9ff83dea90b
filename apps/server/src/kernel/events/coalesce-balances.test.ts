import { describe, expect, it } from 'vitest';
import type { MemberEvent } from './member-events.ts';
import { coalesceBalances } from './coalesce-balances.ts';

const balance = (memberId: number, ...coins: [string, string][]): MemberEvent => ({
  memberId,
  topic: 'assets.balance',
  data: coins.map(([coinname, available]) => ({ coinname, available })),
});
const order: MemberEvent = { memberId: 1, topic: 'spot.order', data: { ID: 5 } };

describe('balances in the outbox', () => {
  it('are the latest of each coin, even when an earlier change began later', () => {
    const rows = [
      { seq: 8, events: [order, balance(1, ['USDT', '80'], ['BTC', '1'])] },
      { seq: 7, events: [balance(1, ['USDT', '90'])] },
      { seq: 9, events: [balance(2, ['USDT', '5'])] },
    ];
    expect(coalesceBalances(rows)).toEqual([rows[0], { seq: 7, events: [] }, rows[2]]);
  });

  it('drop only the outdated coin, and rows without listeners stay unchanged', () => {
    const rows = [
      { seq: 4, events: null },
      { seq: 3, events: [balance(1, ['USDT', '90'], ['ETH', '2']), order] },
      { seq: 6, events: [balance(1, ['USDT', '70'])] },
    ];
    expect(coalesceBalances(rows)).toEqual([
      rows[0],
      { seq: 3, events: [balance(1, ['ETH', '2']), order] },
      rows[2],
    ]);
  });
});
