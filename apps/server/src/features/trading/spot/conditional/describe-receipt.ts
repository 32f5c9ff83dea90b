/** The receipt of a trigger: the recorded order and what met it, with the prices to check it by (ADR 81). */
import { formatDecimal } from '@tern/money';
import type { TriggerReceipt } from '@tern/proofs';
import type { Instrument, InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { notYet, Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import type { Transparency } from '../../../proof/transparency/index.ts';
import { type ConditionalOrder, type Met, pauseCodes } from './conditional-order.ts';
import { findConditional } from './store.ts';
import { findPausesUntil, findTradesUntil } from './store-receipt.ts';

export interface ReceiptDeps {
  readonly lists: Reader;
  readonly instruments: InstrumentRegistry;
  readonly clock: Clock;
  readonly transparency: Pick<Transparency, 'proveTrigger'>;
}

/** Prices are stored each second. */
const KNOWN_WITHIN_MS = 3 * SECOND_MS;

const text = (value: bigint | undefined) => (value === undefined ? null : formatDecimal(value));

/** Nothing for an order that no price met. @throws not-found, also for another member's order; not-yet until its price is stored */
export async function describeReceipt(
  deps: ReceiptDeps,
  { memberId, id }: { memberId: number; id: number },
): Promise<{ receipt?: Record<string, unknown> }> {
  const { lists, instruments, transparency, clock } = deps;
  const conditional = await findConditional(lists, id, memberId);
  if (conditional === undefined) throw new Refusal('not-found');
  const { met, instrumentId, watches, acceptedAfter = 0 } = conditional;
  if (met === undefined) return {};
  const span = { instrumentId, after: acceptedAfter, until: met.number };
  const isLast = watches === 'last';
  const [pauses, trades] = await Promise.all([
    isLast ? [] : findPausesUntil(lists, span),
    isLast ? findTradesUntil(lists, span) : null,
  ]);
  const receipt = await transparency.proveTrigger(lists, {
    order: orderOf(conditional, instruments.findById(instrumentId)!),
    trigger: outcomeOf(conditional, met),
    pauses: pauses.map(({ reason, after, until, beganAt, endedAt }) => ({
      afterNumber: after,
      untilNumber: until,
      reason: pauseCodes[reason],
      beganAt,
      endedAt,
    })),
    trades,
  });
  if (receipt === undefined) throw notYet('until.evidence', clock.now() + KNOWN_WITHIN_MS);
  return { receipt: { ...receipt } };
}

function orderOf(order: ConditionalOrder, instrument: Instrument): TriggerReceipt['order'] {
  const { id, side, kind, watches, operator, createdAt, acceptedAfter = 0 } = order;
  return {
    id: String(id),
    symbol: instrument.symbol,
    side,
    kind,
    watches,
    operator,
    triggerPrice: text(order.triggerPrice),
    rate: text(order.rate),
    startPrice: text(order.startPrice),
    tickSize: formatDecimal(instrument.tickSize),
    limitPrice: text(order.limitPrice),
    quantity: text(order.quantity),
    budget: text(order.budget),
    acceptedAt: createdAt,
    acceptedAfter,
    acceptedPrice: formatDecimal(order.acceptedPrice),
  };
}

function outcomeOf(order: ConditionalOrder, met: Met): TriggerReceipt['trigger'] {
  const { orderId, rejection } = order;
  return {
    number: met.number,
    price: formatDecimal(met.price),
    at: met.at,
    bestPrice: text(order.bestPrice),
    orderId: orderId === undefined ? null : String(orderId),
    rejection:
      rejection === undefined
        ? null
        : {
            code: rejection.code,
            needed: formatDecimal(rejection.needed),
            available: formatDecimal(rejection.available),
          },
  };
}
