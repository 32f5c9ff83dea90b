/** What a refused subscription says about the quantity. Pure. */
import { decimal, ZERO } from '@tern/money';
import type { CallError } from '../../../platform/http/call-error.ts';
import { boundOf, type Offering, type QuantityFault } from './view-model.ts';

/** `closed`: ended or prohibited. `until` is ISO 8601. */
export type SubscriptionRefusal =
  | QuantityFault
  | { kind: 'closed' | 'sold-out' }
  | { kind: 'not-yet'; until: string };

interface RefusalData {
  max?: string;
  until?: string;
}

/** Undefined for a refusal without a sentence of ours. */
export function refusedQuantity(
  { refusal, data }: Pick<CallError, 'refusal' | 'data'>,
  offering: Offering,
  available: string | undefined,
): SubscriptionRefusal | undefined {
  const { max, until } = (data ?? {}) as RefusalData;
  switch (refusal) {
    case 'amount-missing':
    case 'invalid-request':
      return { kind: 'missing' };
    case 'above-maximum':
      if (max === undefined) return undefined;
      return decimal(max) === ZERO ? { kind: 'sold-out' } : boundOf(offering, max);
    case 'insufficient-balance':
      return available === undefined ? undefined : { kind: 'balance', limit: available };
    case 'not-yet':
      return until === undefined ? undefined : { kind: 'not-yet', until };
    case 'not-available':
      return { kind: 'closed' };
    default:
      return undefined;
  }
}
