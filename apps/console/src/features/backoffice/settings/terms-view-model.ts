/** Terms of a network or currency for display: fields, labels, values. Pure. */
import { texts } from '../../../kernel/texts.ts';
import type { Subject, TermsField } from './api.ts';

const FIELDS: readonly TermsField[] = [
  'inMin',
  'inMax',
  'inFee',
  'takesIn',
  'outMin',
  'outMax',
  'outFee',
  'takesOut',
];

/** "USDT · TRC20", "EUR" */
export function nameOf({ asset, network }: Pick<Subject, 'asset' | 'network'>): string {
  return network === '' ? asset : `${asset} · ${network}`;
}

/** The fields the subject has, in display order. */
export function fieldsOf({ without }: Pick<Subject, 'without'>): TermsField[] {
  return FIELDS.filter((field) => !without.includes(field));
}

export function labelOf(field: TermsField): string {
  return texts.terms.fields[field];
}

/** Decimal text, on or off. */
export function valueOf({ terms }: Pick<Subject, 'terms'>, field: TermsField): string {
  const value = terms[field];
  if (typeof value === 'boolean') return value ? texts.terms.on : texts.terms.off;
  return value;
}

/** Fields whose input differs from the current value. */
export function changedFields(
  subject: Pick<Subject, 'terms' | 'without'>,
  typed: Readonly<Partial<Record<TermsField, string>>>,
): TermsField[] {
  return fieldsOf(subject).filter((field) => {
    const value = typed[field]?.trim();
    return value !== undefined && value !== valueOf(subject, field);
  });
}
