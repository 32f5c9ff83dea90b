/** Fetches the member's receipt and verifies it on this device; the verifier is loaded on demand. */
import { call } from '../../../platform/http/call.ts';
import type { OfTotal } from './check-reserves.ts';

/** A balance that the published total counts. */
export interface CountedBalance {
  readonly asset: string;
  /** Exact decimals. */
  readonly own: string;
  readonly total: string;
  /** From the member's first leaf to the total. */
  readonly steps: number;
  /** Where that leaf is, from 0 to below 1. */
  readonly place: number;
}

export interface CheckedBalances {
  /** In the order of the screen. `value` is what was found. */
  readonly checks: readonly {
    readonly name: 'counted' | 'addsUp' | 'signed';
    readonly pass: boolean;
    /** The verifier's own sentence, in English. */
    readonly why: string;
  }[];
  readonly balances: readonly CountedBalance[];
  /** When the balances were read, ISO 8601. */
  readonly takenAt: string;
  /** When they were checked, epoch milliseconds. */
  readonly at: number;
  readonly receipt: string;
  /** What a file of reserves has to be about; undefined when the receipt proves no total. */
  readonly total: OfTotal | undefined;
}

/** @throws a `not-found` refusal before anything was published */
export async function checkBalances(memberId: number): Promise<CheckedBalances> {
  const [
    { parseLiabilitiesEntry, receiptBalances, verifyReceipt },
    { formatDecimal },
    trust,
    given,
  ] = await Promise.all([
    import('../../../kernel/verifier.ts'),
    import('@tern/money'),
    import('../../../kernel/public-log/log-trust.ts').then(({ fetchLogTrust }) => fetchLogTrust()),
    call('GET /liabilities/proof', {}),
  ]);
  const { items, receipt } = verifyReceipt(given.receipt, trust);
  const found = (name: (typeof items)[number]['name']) => {
    const { pass = false, why = '' } = items.find((item) => item.name === name) ?? {};
    return { pass, why };
  };
  const content = found('content');
  const own = receipt?.kind === 'balance' ? receipt : undefined;
  // The same receipt for two members would count one balance for both.
  const isOwn = own?.owner === memberId;
  const counted = isOwn ? content : { pass: false, why: 'the receipt is not that of this account' };
  const failed = (['shape', 'checkpoint', 'entry'] as const).map(found).find(({ pass }) => !pass);
  const leaf = own === undefined ? undefined : parseLiabilitiesEntry(own.entry);
  const sums = own === undefined ? [] : [...receiptBalances(own)];
  return {
    checks: [
      { name: 'counted', ...counted },
      { name: 'addsUp', ...content },
      { name: 'signed', ...(failed ?? found('checkpoint')) },
    ],
    balances: sums.map(([asset, amount]) => {
      const tree = leaf?.assets.find((each) => each.asset === asset);
      const part = own?.parts.find((each) => each.asset === asset);
      return {
        asset,
        own: formatDecimal(amount),
        total: tree === undefined ? '' : formatDecimal(tree.total),
        steps: part?.path.length ?? 0,
        place: (part?.index ?? 0) / (tree?.leaves ?? 1),
      };
    }),
    takenAt: leaf === undefined ? given.CreatedAt : new Date(leaf.at).toISOString(),
    at: Date.now(),
    receipt: given.receipt,
    total:
      own === undefined || leaf === undefined || failed !== undefined
        ? undefined
        : { snapshot: leaf.snapshot, entry: own.entry, trust },
  };
}
