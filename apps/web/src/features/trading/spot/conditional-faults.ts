/** What is wrong with an order that waits for a price, as a sentence, and the field that a refusal belongs to. */
import { formatPrice, useNumberLocale } from '@tern/ui';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { type ConditionalFault, type ConditionalField, DISTANCE } from './conditional-draft.ts';
import { useFaultSentence } from './fault-sentence.ts';
import type { Market } from './order-arithmetic.ts';

/** Returns the function from a fault to its message, in the member's language and number format. */
export function useConditionalFault(market: Pick<Market, 'pricePlaces'>) {
  const t = useT();
  const locale = useNumberLocale();
  const sentence = useFaultSentence(market);
  return (fault: ConditionalFault): string => {
    if (fault.kind === 'triggerMissing') return t('spot.triggerMissing');
    if (fault.kind === 'distance') {
      const [min, max] = [DISTANCE.min, DISTANCE.max].map((each) => formatPrice(each, { locale }));
      return t('spot.distanceBounds', { min: min!, max: max! });
    }
    return sentence(fault) ?? '';
  };
}

/** The field of a refusal; undefined shows a toast. `way`: the field of the order's condition. */
export function refusedField(
  { refusal, data }: Pick<CallError, 'refusal' | 'data'>,
  way: 'trigger' | 'distance',
): ConditionalField | undefined {
  const { fields = [] } = (data ?? {}) as { fields?: readonly string[] };
  if (fields.includes('rate')) return 'distance';
  if (fields.includes('triggerPrice') || refusal === 'condition-met') return way;
  if (fields.includes('mprice')) return 'limit';
  return fields.includes('mnum') || fields.includes('musdt') ? 'amount' : undefined;
}
