/** The state of take profit and stop loss in the order form. */
import { formatPrice, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import {
  type AttachedDraft,
  type AttachedFault,
  attachedFaults,
  attachedFields,
  emptyAttached,
} from './attached-draft.ts';
import { useFaultSentence } from './fault-sentence.ts';
import type { OrderForm } from './use-order-form.ts';

export type AttachedErrors = Partial<Record<(typeof attachedFields)[number], string>>;

export function useAttachedForm({ draft: order, context }: Pick<OrderForm, 'draft' | 'context'>) {
  const i18n = useI18n();
  const { t } = i18n;
  const { market } = context;
  const [draft, setDraft] = useState<AttachedDraft>(emptyAttached);
  const [errors, setErrors] = useState<AttachedErrors>({});
  const locale = useNumberLocale();
  const bound = useFaultSentence(market);
  const sentence = (fault: AttachedFault): string => {
    switch (fault.kind) {
      case 'attachedMissing':
      case 'triggerMissing':
        return t(`spot.${fault.kind}`);
      case 'mustBeAbove':
      case 'mustBeBelow':
        return t(`spot.${fault.kind}`, {
          limit: formatPrice(fault.limit, { locale, places: market.pricePlaces }),
        });
      default:
        return bound(fault) ?? '';
    }
  };
  return {
    draft,
    errors,
    edit: (changes: Partial<AttachedDraft>) => {
      setDraft({ ...draft, ...changes });
      setErrors({});
    },
    /** Whether nothing prevents it from being sent; what does is shown. */
    check: (): boolean => {
      const faults = draft.isOn ? attachedFaults(draft, order, market) : {};
      const entries = Object.entries(faults);
      setErrors(Object.fromEntries(entries.map(([field, fault]) => [field, sentence(fault)])));
      return entries.length === 0;
    },
    /** Shows a refusal at its field; false for one of the order. */
    showRefusal: (error: CallError): boolean => {
      const { fields = [] } = (error.data ?? {}) as { fields?: readonly string[] };
      const field = attachedFields.find((each) => fields.includes(each));
      if (field !== undefined) setErrors({ [field]: sentenceOf(error, i18n, true) });
      return field !== undefined;
    },
  };
}
export type AttachedForm = ReturnType<typeof useAttachedForm>;
