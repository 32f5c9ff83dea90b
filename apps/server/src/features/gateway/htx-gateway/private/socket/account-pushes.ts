/** Balance pushes, by the mode of the subscription. */
import { add, type Amount, decimal, formatDecimal } from '@tern/money';
import type { HtxAccountPush, SpotOrderEvent } from '@tern/protocol';
import type { MemberEvent, MemberEventRow } from '../../../../../kernel/events/member-events.ts';

/** As in the live event `assets.balance`. */
export interface BalanceRow {
  coinname: string;
  available: string;
  frozen: string;
}

interface Change {
  accountId: number;
  changeType: HtxAccountPush['changeType'];
  changeTime: number | null;
  seqNum: number;
}

/** Why balances changed, derived from the order events of the same transaction. */
function changeTypeOf(events: readonly MemberEvent[]): HtxAccountPush['changeType'] {
  const orders = events
    .filter((event) => event.topic === 'spot.order')
    .map((event) => event.data as SpotOrderEvent);
  if (orders.some((order) => order.fills !== undefined)) return 'order.match';
  if (orders.some((order) => order.isNew)) return 'order.place';
  return orders.some((order) => order.status === 3) ? 'order.cancel' : 'other';
}

/** Builds the pushes of one subscription and remembers the last pushed values. */
export class AccountPushes {
  private readonly mode: 0 | 1 | 2;
  private readonly last = new Map<string, { balance: string; available: string }>();

  constructor(mode: 0 | 1 | 2) {
    this.mode = mode;
  }

  /** The changes of a row of member events. */
  of({ events, createdAt, transaction }: MemberEventRow, memberId: number): HtxAccountPush[] {
    const own = events.filter((event) => event.memberId === memberId);
    const change = {
      accountId: memberId,
      changeType: changeTypeOf(own),
      changeTime: createdAt,
      seqNum: transaction,
    };
    return own
      .filter(({ topic }) => topic === 'assets.balance')
      .flatMap(({ data }) => this.pushes(data as BalanceRow[], change));
  }

  pushes(rows: readonly BalanceRow[], change: Change): HtxAccountPush[] {
    return rows.flatMap((row) => {
      const { available } = row;
      const balance = formatDecimal(add(decimal<Amount>(available), decimal<Amount>(row.frozen)));
      const before = this.last.get(row.coinname);
      this.last.set(row.coinname, { balance, available });
      const same = {
        currency: row.coinname.toLowerCase(),
        ...change,
        accountType: 'trade' as const,
      };
      if (this.mode === 2) return [{ ...same, balance, available }];
      const ofBalance = before?.balance === balance ? [] : [{ ...same, balance }];
      const ofAvailable =
        this.mode === 0 || before?.available === available ? [] : [{ ...same, available }];
      return [...ofAvailable, ...ofBalance];
    });
  }
}
