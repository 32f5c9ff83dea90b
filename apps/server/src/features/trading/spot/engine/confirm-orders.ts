/**
 * What answers to orders carry: the number of each, signed. One signature serves the orders of all transactions that are in flight when
 * the first of them needs it (ADR 102).
 */
import { confirmedText, confirmedTree, signedOrder } from '@tern/proofs';
import type { Log } from '../../../../platform/log.ts';
import { nativeHashing } from '../record/native-hashing.ts';
import type { Confirmations, ConfirmOrders, PlannedBatch } from './batch.ts';

interface ConfirmDeps {
  readonly log: Log;
  /** Ed25519 over the UTF-8 of a text, beside the event loop. */
  sign(text: string): Promise<Buffer>;
}

export function createConfirmOrders({ log, sign }: ConfirmDeps): ConfirmOrders {
  /** Orders that nobody waits for yet. */
  let waiting: Together | undefined;
  return (planned) => {
    const orders = planned.flatMap(placedIn);
    if (orders.length === 0) return () => NOTHING;
    // What was rolled back is asked for by nobody.
    if (waiting === undefined || waiting.orders.length >= TOGETHER_MAX) {
      waiting = { orders: [], signed: undefined };
    }
    const together = waiting;
    together.orders.push(...orders);
    return () => {
      if (together === waiting) waiting = undefined;
      together.signed ??= signTogether(together.orders, { log, sign });
      return together.signed;
    };
  };
}

interface ConfirmedText {
  readonly id: number;
  readonly text: string;
}

/** Orders under one signature. */
interface Together {
  readonly orders: ConfirmedText[];
  signed: Promise<Confirmations> | undefined;
}

/** Two transactions have as many at most. */
const TOGETHER_MAX = 1_000;
const NOTHING: Promise<Confirmations> = Promise.resolve(new Map());

async function signTogether(
  orders: readonly ConfirmedText[],
  { log, sign }: ConfirmDeps,
): Promise<Confirmations> {
  const confirmed = confirmedTree(
    orders.map(({ text }) => text),
    nativeHashing,
  )!;
  try {
    const signature = (await sign(confirmed.text)).toString('hex');
    const encode = encoded();
    return new Map(
      orders.map(({ id, text }, index) => {
        const path = confirmed.tree.path(index).map(encode);
        return [id, signedOrder(text, { index, size: orders.length, path }, signature)];
      }),
    );
  } catch (error) {
    log.error({ err: error }, 'the numbers of orders could not be signed');
    return new Map();
  }
}

/** The orders that members asked for; what a price placed has no answer. */
function placedIn({ batch, recorded, inserted }: PlannedBatch): ConfirmedText[] {
  if (recorded === undefined || !batch.commands.some(({ kind }) => kind === 'place')) return [];
  const { symbol } = batch.instrument;
  return inserted.flatMap(({ id, number, conditional }) => {
    if (conditional !== undefined) return [];
    const line = number - recorded.first;
    const at = Number(recorded.leaves[line]!.split('|', TIME_AT + 1)[TIME_AT]);
    const hash = base64(recorded.hashes[line]!);
    return [{ id, text: confirmedText({ symbol, number, at, hash }) }];
  });
}

/** Where a leaf has its time. */
const TIME_AT = 3;

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Paths share most of their hashes. */
function encoded(): (hash: Uint8Array) => string {
  const texts = new Map<Uint8Array, string>();
  return (hash) => {
    const text = texts.get(hash) ?? base64(hash);
    texts.set(hash, text);
    return text;
  };
}
