/** The receipt of a trigger: the recorded order and what met it, with the prices to check it by (ADR 81). */
import { formatDecimal } from '@tern/money';
import type { TriggerOrder, TriggerReceipt } from '@tern/proofs';
import type { Instrument, InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { notYet, Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import type { Transparency } from '../../../proof/transparency/index.ts';
import {
  type ConditionalAmendment,
  type ConditionalOrder,
  type Met,
  pauseCodes,
} from './conditional-order.ts';
import { findConditional } from './store.ts';
import { findConditionalAmendments } from './store-amendments.ts';
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
  const [changes, pauses, trades] = await Promise.all([
    findConditionalAmendments(lists, id),
    isLast ? [] : findPausesUntil(lists, span),
    isLast ? findTradesUntil(lists, span) : null,
  ]);
  const forms = formsOf(conditional, changes, instruments.findById(instrumentId)!);
  const receipt = await transparency.proveTrigger(lists, {
    order: forms.at(-1)!,
    ...(forms.length === 1 ? {} : { former: forms.slice(0, -1) }),
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

/** As it was accepted and after each change, oldest first. Changes of an attached one before it started hold from its start on. */
function formsOf(
  order: ConditionalOrder,
  changes: readonly ConditionalAmendment[],
  { symbol, tickSize }: Instrument,
): TriggerOrder[] {
  const { id, side, kind, watches, operator, createdAt, acceptedAfter = 0, acceptedPrice } = order;
  const first = { terms: changes[0]?.former ?? order, createdAt, after: acceptedAfter };
  const accepted = [{ ...first, price: acceptedPrice }, ...changes];
  return accepted.map(({ terms, createdAt: acceptedAt, after, price }, at) => {
    // What an attached one has grows with the fills of its order.
    const { quantity, budget } = at === changes.length ? order : terms;
    return {
      id: String(id),
      symbol,
      side,
      kind,
      watches,
      operator,
      triggerPrice: text(terms.triggerPrice),
      rate: text(terms.rate),
      startPrice: text(terms.startPrice),
      tickSize: formatDecimal(tickSize),
      limitPrice: text(terms.limitPrice),
      quantity: text(quantity),
      budget: text(budget),
      acceptedAt,
      acceptedAfter: Math.max(after, acceptedAfter),
      acceptedPrice: formatDecimal(price),
    };
  });
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
