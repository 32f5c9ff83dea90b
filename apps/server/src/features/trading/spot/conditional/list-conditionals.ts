/** A member's conditional orders, and one of them with what came of it. */
import type { conditionalOrderCalls, InputOf } from '@tern/protocol';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { orderRow } from '../order-rows.ts';
import { findOrder } from '../store.ts';
import {
  conditionalStatusCodes,
  type ConditionalOrder,
  pauseCodes,
  type TriggerPause,
} from './conditional-order.ts';
import { conditionalRow } from './conditional-rows.ts';
import { findAttached, findConditional, findConditionals, findPauses } from './store.ts';

type ListInput = InputOf<typeof conditionalOrderCalls.conditionalList>;

const { waiting, triggered, cancelled, rejected } = conditionalStatusCodes;
/** 5 is "done". */
const statusesOf: Record<number, number[]> = {
  0: [waiting, triggered, cancelled, rejected],
  [waiting]: [waiting],
  [triggered]: [triggered],
  [cancelled]: [cancelled],
  [rejected]: [rejected],
  5: [triggered, cancelled, rejected],
};

/** Newest first. An unknown symbol gives an empty list. */
export function listConditionals(
  reader: Reader,
  instruments: InstrumentRegistry,
  { memberId, input }: { memberId: number; input: ListInput },
) {
  const symbol = input.symbol ?? '';
  const instrumentId = symbol === '' ? null : (instruments.find(symbol)?.id ?? -1);
  const statuses = statusesOf[Number(input.status ?? 0)] ?? [];
  return findConditionals(
    reader,
    { memberId, statuses, instrumentId },
    {
      page: pageOf(input),
      row: (order) => conditionalRow(order, instruments.findById(order.instrumentId)!),
    },
  );
}

/** @throws not-found for one that is absent or another member's */
export async function describeConditional(
  reader: Reader,
  instruments: InstrumentRegistry,
  { memberId, id }: { memberId: number; id: number },
) {
  const conditional = await findConditional(reader, id, memberId);
  if (conditional === undefined) throw new Refusal('not-found');
  const instrument = instruments.findById(conditional.instrumentId)!;
  const { orderId } = conditional;
  const [order, pauses] = await Promise.all([
    orderId === undefined ? undefined : findOrder(reader, orderId, memberId),
    pausesOf(reader, conditional),
  ]);
  return {
    reconditional: conditionalRow(conditional, instrument),
    ...(order === undefined ? {} : { order: orderRow(order, instrument) }),
    pauses: pauses.map(({ reason, after, until, beganAt, endedAt }) => ({
      reason: pauseCodes[reason],
      afterNumber: after,
      untilNumber: until,
      beganAt: isoTime(beganAt),
      endedAt: isoTime(endedAt),
    })),
  };
}

/** Of one order. @throws not-found for one that is absent or another member's */
export async function listAttached(
  reader: Reader,
  instruments: InstrumentRegistry,
  { memberId, orderId }: { memberId: number; orderId: number },
) {
  const order = await findOrder(reader, orderId, memberId);
  if (order === undefined) throw new Refusal('not-found');
  const instrument = instruments.findById(order.instrumentId)!;
  const attached = await findAttached(reader, orderId);
  return { attached: attached.map((each) => conditionalRow(each, instrument)) };
}

/** Those between its acceptance and the price that met it. A trade comes from an engine that compares it, so there are none. */
function pausesOf(reader: Reader, conditional: ConditionalOrder): Promise<TriggerPause[]> {
  const { watches, instrumentId, acceptedAfter = 0, met } = conditional;
  if (watches === 'last') return Promise.resolve([]);
  const until = met?.number ?? Number.MAX_SAFE_INTEGER;
  return findPauses(reader, { instrumentId, after: acceptedAfter, until });
}
