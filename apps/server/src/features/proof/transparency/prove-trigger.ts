/** Makes and signs the receipt of a trigger, from the stored chain or the trades of its market (ADR 81). */
import {
  conditionalOrderText,
  hashText,
  TRIGGER_FORMAT,
  type TriggerReceipt,
  triggerText,
} from '@tern/proofs';
import { formatDecimal } from '@tern/money';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { ProofDeps } from './prove-contract.ts';
import { readChain } from './read-chain.ts';
import { upToHead } from './sign-part.ts';
import type { Signer } from './signing-key.ts';

/** What the engine recorded; `trades` for an order that watches them. */
export type MetCondition = Pick<
  TriggerReceipt,
  'order' | 'former' | 'trigger' | 'pauses' | 'trades'
>;

/** Reference prices before the trigger that a receipt has at most: one a second, so 5 MB; earlier ones are public. */
const RECEIPT_SPAN_MS = 16 * HOUR_MS;
/** A tick can be stored before its engine knows of it. */
const EARLIER_MS = 30 * SECOND_MS;

/** Undefined until the price that met it is stored, or when the chain is broken: changed prices are never signed. */
export async function proveTrigger(
  reader: Reader,
  deps: ProofDeps & { readonly signer: Signer },
  met: MetCondition,
): Promise<TriggerReceipt | undefined> {
  const { signer } = deps;
  const sign = (text: string) => signer.sign(text).toString('hex');
  const { order, former, trigger, pauses, trades } = met;
  const prices = trades === null ? await readPrices(reader, deps, met) : NO_CHAIN;
  if (prices === undefined) return undefined;
  return {
    format: TRIGGER_FORMAT,
    version: former === undefined ? 1 : 2,
    order,
    ...(former === undefined ? {} : { former }),
    orderSignature: sign(conditionalOrderText(order)),
    trigger,
    pauses,
    triggerSignature: sign(triggerText(met)),
    ...prices,
    trades,
  };
}

const NO_CHAIN = { chain: null, head: null };

/** Ticks from the last one before acceptance, or from `RECEIPT_SPAN_MS` before the trigger, to a signed head behind it. */
async function readPrices(
  reader: Reader,
  deps: ProofDeps & { readonly signer: Signer },
  { order, former, trigger }: MetCondition,
): Promise<Pick<TriggerReceipt, 'chain' | 'head'> | undefined> {
  const { symbol } = order;
  const instrument = deps.instruments.find(symbol);
  if (instrument === undefined) return undefined;
  const { acceptedAt } = former?.[0] ?? order;
  const from = Math.max(acceptedAt - EARLIER_MS, trigger.at - RECEIPT_SPAN_MS);
  const part = await readChain(reader, deps.ticks, {
    instrument,
    at: from,
    limit: Math.ceil((trigger.at + MINUTE_MS - from) / 100),
    isEnough: ({ seq }) => seq >= trigger.number,
  });
  const { breaksAt, ticks } = part;
  if (ticks.at(-1)?.seq === undefined || ticks.at(-1)!.seq < trigger.number) return undefined;
  if (breaksAt !== undefined && breaksAt <= trigger.number) {
    deps.log.error({ symbol, seq: breaksAt }, 'a tick chain is broken');
    return undefined;
  }
  const end = { endSeq: trigger.number, symbol, at: deps.clock.now() };
  const { hashBefore, head, ...segment } = upToHead(part, end, deps.signer);
  return {
    head,
    chain: {
      hashBefore: hashText(hashBefore),
      ticks: segment.ticks.map(({ seq, at, price, source, rule, backfilledAt }) => ({
        seq,
        at,
        price: formatDecimal(price),
        source,
        rule,
        ...(typeof backfilledAt === 'number' ? { backfilledAt } : {}),
      })),
    },
  };
}
