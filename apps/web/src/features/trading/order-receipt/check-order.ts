/** Fetches an order with its receipt and runs every check on this device; the verifier is loaded on demand. */
import { CallError } from '../../../platform/http/call-error.ts';
import { fetchEvidenceKeys, fetchOrder, type FetchedReceipt, fetchReceipt } from './api.ts';
import { checkFee, checkOwn, matchedFills, type PlacedOrder, rowsOf } from './view-model.ts';

export type Receipt = Exclude<FetchedReceipt, string>;

interface Asked {
  readonly id: number;
  readonly memberId: number;
  /** From a file, in place of the exchange's. */
  readonly saved: Receipt | undefined;
}

/** "notRun": the exchange did not answer. */
export type CheckedOrder =
  | { readonly kind: 'notRun' }
  | { readonly kind: 'unrecorded'; readonly order: PlacedOrder }
  | { readonly kind: 'soon'; readonly order: PlacedOrder }
  | ({ readonly kind: 'checked' } & Awaited<ReturnType<typeof runChecks>>);

/** @throws a `not-found` refusal */
export async function checkOrder(asked: Asked): Promise<CheckedOrder> {
  try {
    const [order, receipt] = await Promise.all([
      fetchOrder(asked.id),
      asked.saved ?? fetchReceipt(asked.id),
    ]);
    if (receipt === 'unrecorded' || receipt === 'soon') return { kind: receipt, order };
    // What its answer said is known from here or from a file, never from who is checked.
    const { confirmation: _served, ...served } = receipt;
    const given = asked.saved === undefined ? served : receipt;
    return { kind: 'checked', ...(await runChecks(order, given, asked.memberId)) };
  } catch (error) {
    const isSilent =
      error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout');
    if (isSilent) return { kind: 'notRun' };
    throw error;
  }
}

/** `receipt`: with what the answer to the order said, if this device has it. */
async function runChecks(order: PlacedOrder, given: Receipt, memberId: number) {
  const [
    { openOrderReceipt, verifyOrderReceipt },
    { fetchLogTrust },
    { readConfirmation },
    publicKey,
  ] = await Promise.all([
    import('../../../kernel/verifier.ts'),
    import('../../../kernel/public-log/log-trust.ts'),
    import('../../../kernel/order-confirmations.ts'),
    fetchEvidenceKeys(),
  ]);
  const confirmation = readConfirmation(order.id);
  const receipt = confirmation === undefined ? given : { ...given, confirmation };
  const items = verifyOrderReceipt(receipt, { ...(await fetchLogTrust()), publicKey });
  const opened = openOrderReceipt(receipt);
  const fills = opened && matchedFills(opened, order);
  const unreadable = { pass: false, why: 'the receipt is unreadable' };
  const own = opened === undefined ? unreadable : checkOwn(opened, order, memberId);
  const fee = opened === undefined ? unreadable : checkFee(fills, order);
  return {
    order,
    receipt,
    opened,
    fills: fills ?? [],
    items,
    rows: rowsOf(items, { own, fee }),
    at: Date.now(),
  };
}

export type Verified = Extract<CheckedOrder, { kind: 'checked' }>;
