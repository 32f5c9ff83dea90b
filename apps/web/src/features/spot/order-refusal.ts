/** The field a refused order's message belongs to, and the bound the server named. */
import type { Fault, FaultKind, OrderField } from './order-bounds.ts';

/** The fields of a failed call used here. */
export interface RefusedOrder {
  code: number;
  data: unknown;
}

interface RefusalData {
  fields?: readonly string[];
  bound?: { name?: unknown; limit?: unknown };
}

const BALANCE = 4020;
const MINIMUM = 4006;
const FIELD_OF_CODE: Readonly<Record<number, OrderField>> = {
  4006: 'amount',
  4013: 'amount',
  4014: 'price',
  4018: 'amount',
  4020: 'amount',
};
const MALFORMED = 5001;
const OUTSIDE = 5013;

const BOUNDS: ReadonlySet<string> = new Set<FaultKind>([
  'tickSize',
  'lotSize',
  'minNotional',
  'maxNotional',
  'highestPrice',
  'lowestPrice',
]);

const dataOf = ({ data }: RefusedOrder): RefusalData =>
  typeof data === 'object' && data !== null ? (data as RefusalData) : {};

/** The field that shows a refusal; undefined shows a toast. */
export function fieldOf(refusal: RefusedOrder): OrderField | undefined {
  const { fields = [] } = dataOf(refusal);
  if (refusal.code === OUTSIDE || refusal.code === MALFORMED) {
    if (fields.includes('mprice')) return 'price';
    const isAmount = fields.includes('mnum') || fields.includes('musdt');
    return isAmount || refusal.code === OUTSIDE ? 'amount' : undefined;
  }
  return FIELD_OF_CODE[refusal.code];
}

/**
 * The violated bound with its limit, if the server named one. Not for 4006: its sentence consists of the translation, the
 * server's number and the currency (spec §8).
 */
export function boundOf(refusal: RefusedOrder, quote: string): Fault | undefined {
  const { name, limit } = dataOf(refusal).bound ?? {};
  if (refusal.code === MINIMUM || typeof name !== 'string' || typeof limit !== 'string') {
    return undefined;
  }
  return BOUNDS.has(name) ? { kind: name as FaultKind, limit, asset: quote } : undefined;
}

export function isBalanceRefusal({ code }: RefusedOrder): boolean {
  return code === BALANCE;
}
