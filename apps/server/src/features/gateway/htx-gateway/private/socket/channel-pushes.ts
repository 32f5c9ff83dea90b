/** What a row of member events says on a channel of orders or trades, and the rows that a client missed. */
import type {
  ConditionalOrderEvent,
  HtxClearingPush,
  HtxConditionalPush,
  HtxOrderPush,
  SpotOrderEvent,
} from '@tern/protocol';
import {
  type MemberEventRow,
  memberEventHorizon,
  memberEventsBetween,
} from '../../../../../kernel/events/member-events.ts';
import type { Database } from '../../../../../platform/database/database.ts';
import { conditionalPush } from './conditional-pushes.ts';
import type { Channel } from './messages.ts';
import { orderPushes } from './order-pushes.ts';

type OrderChannel = Exclude<Channel, { kind: 'accounts' }>;
type OrderData = HtxOrderPush | HtxConditionalPush | HtxClearingPush;

/** In chronological order. Pure. */
export function pushesOn(
  channel: OrderChannel,
  { events }: Pick<MemberEventRow, 'events'>,
  memberId: number,
): OrderData[] {
  const isAsked = (symbol: string) => channel.symbol === undefined || channel.symbol === symbol;
  return events.flatMap((each): OrderData[] => {
    if (each.memberId !== memberId) return [];
    if (each.topic === 'spot.conditional') {
      const event = each.data as ConditionalOrderEvent;
      const push = isAsked(event.symbol) ? conditionalPush(event, memberId) : undefined;
      return channel.kind === 'orders' && push !== undefined ? [push] : [];
    }
    const event = each.data as SpotOrderEvent;
    if (each.topic !== 'spot.order' || !isAsked(event.symbol)) return [];
    return orderPushes(event, memberId).flatMap(({ order, clearing }): OrderData[] => {
      if (channel.kind === 'orders') return [order];
      if (clearing === undefined) return [];
      return clearing.eventType === 'trade' || channel.mode === 1 ? [clearing] : [];
    });
  });
}

export interface Missed {
  rows: readonly MemberEventRow[];
  /** All of them up to this number, that of a transaction. */
  upTo: number;
}

/** Its number is of no push of this database, or of one that is not kept any more. */
export type MissedFault = 'invalid.seqNum' | 'expired.seqNum';

/**
 * The member's rows with the number `since` and later ones; none for undefined. A client that was disconnected amid the pushes of
 * one number gets all of that number again.
 */
export function missedRows(
  database: Database,
  memberId: number,
  since: number | undefined,
): Promise<Missed | MissedFault> {
  return database.snapshot(async (reader): Promise<Missed | MissedFault> => {
    const { newest, oldest } = await memberEventHorizon(reader);
    if (since === undefined) return { rows: [], upTo: newest };
    if (since > newest) return 'invalid.seqNum';
    if (since < oldest.transaction) return 'expired.seqNum';
    const last = Number.MAX_SAFE_INTEGER;
    const range = {
      after: { transaction: since - 1, seq: last },
      upTo: { transaction: newest, seq: last },
    };
    return { rows: await memberEventsBetween(reader, memberId, range), upTo: newest };
  });
}
