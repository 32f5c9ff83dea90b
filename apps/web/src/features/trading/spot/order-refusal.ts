/** The field a refused order's message belongs to, and the bound the server named. */
import type { RefusalName } from '@tern/protocol/refusals';
import type { CallError } from '../../../platform/http/call-error.ts';
import type { Fault, FaultKind, OrderField } from './order-bounds.ts';

/** The fields of a failed call used here. */
export type RefusedOrder = Pick<CallError, 'refusal' | 'data'>;

interface RefusalData {
  /** The API's names. */
  fields?: readonly string[];
  bound?: { name?: unknown; limit?: unknown };
}

const FIELD_OF_REFUSAL: Partial<Record<RefusalName, OrderField>> = {
  'below-minimum': 'amount',
  'amount-missing': 'amount',
  'price-missing': 'price',
  'above-maximum': 'amount',
  'insufficient-balance': 'amount',
};

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
export function fieldOf(refused: RefusedOrder): OrderField | undefined {
  const { refusal } = refused;
  const { fields = [] } = dataOf(refused);
  if (refusal === 'out-of-bounds' || refusal === 'invalid-request') {
    if (fields.includes('mprice')) return 'price';
    const isAmount = fields.includes('mnum') || fields.includes('musdt');
    return isAmount || refusal === 'out-of-bounds' ? 'amount' : undefined;
  }
  return refusal && FIELD_OF_REFUSAL[refusal];
}

/**
 * The violated bound with its limit, if the server named one. Not below the minimum: that sentence consists of the
 * translation, the server's number and the currency.
 */
export function boundOf(refused: RefusedOrder, quote: string): Fault | undefined {
  const { name, limit } = dataOf(refused).bound ?? {};
  const isMinimum = refused.refusal === 'below-minimum';
  if (isMinimum || typeof name !== 'string' || typeof limit !== 'string') return undefined;
  return BOUNDS.has(name) ? { kind: name as FaultKind, limit, asset: quote } : undefined;
}
