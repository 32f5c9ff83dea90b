/** Fetches the receipt of a trigger and verifies it on this device; the verifier is loaded on demand. */
import type { TriggerReceipt } from '@tern/proofs';
import { call } from '../../../platform/http/call.ts';
import type { Conditional } from './conditional-orders.ts';
import { checkOwnRecord } from './check-own-record.ts';

export type Receipt = Readonly<Record<string, unknown>>;

/** Shape: an order that a price met. @throws not-found; not-yet until that price is stored */
export async function fetchReceipt(id: number): Promise<Receipt> {
  const { receipt } = await call('GET /bborder/triggerReceipt', { ID: id });
  if (receipt === undefined) throw new Error('an order that was met has no receipt');
  return receipt;
}

/** Every check with its result: the verifier's, then that against the record on screen. */
export async function checkReceipt(receipt: Receipt, order: Conditional) {
  const [{ pricesInReceipt, verifyTrigger }, { list }] = await Promise.all([
    import('../../../kernel/verifier.ts'),
    call('GET /transparency/keys', {}),
  ]);
  const keys = list.map(({ publicKey }) => publicKey);
  const items = verifyTrigger(receipt, { publicKey: keys });
  const prices = pricesInReceipt(receipt);
  // Only what could be parsed has the fields of a receipt.
  const read = prices === undefined ? undefined : (receipt as unknown as TriggerReceipt);
  return {
    items: [...items, ...(read === undefined ? [] : [checkOwnRecord(order, read)])],
    keys,
    /** Undefined when it could not be parsed. */
    receipt: read,
    prices,
    at: Date.now(),
  };
}

export type Verification = Awaited<ReturnType<typeof checkReceipt>>;
