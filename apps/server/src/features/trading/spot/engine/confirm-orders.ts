/** What answers to orders carry: the number of each, signed. One signature serves all orders of a transaction (ADR 102). */
import { confirmedText, confirmedTree, signedOrder } from '@tern/proofs';
import type { Log } from '../../../../platform/log.ts';
import { nativeHashing } from '../record/native-hashing.ts';
import type { ConfirmOrders, PlannedBatch } from './batch.ts';

interface ConfirmDeps {
  readonly log: Log;
  /** Ed25519 over the UTF-8 of a text, beside the event loop. */
  sign(text: string): Promise<Buffer>;
}

export const createConfirmOrders =
  ({ log, sign }: ConfirmDeps): ConfirmOrders =>
  async (planned) => {
    const orders = planned.flatMap(placedIn);
    const texts = orders.map(({ text }) => text);
    const confirmed = confirmedTree(texts, nativeHashing);
    if (confirmed === undefined) return new Map();
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
  };

/** The orders that members asked for; what a price placed has no answer. */
function placedIn({ batch, recorded, inserted }: PlannedBatch): { id: number; text: string }[] {
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
