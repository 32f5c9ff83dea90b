/** Changes of terms as stored in a version, and as shown to people. */
import { type Amount, decimal, formatDecimal } from '@tern/money';
import type { Document } from '../../../../kernel/settings/settings.ts';
import {
  amountFields,
  fieldsOf,
  switchFields,
  type Terms,
  type TermsChange,
  type TermsField,
} from '../../../../kernel/terms/terms.ts';

/** Amounts as decimal text, switches as booleans; changed fields only. */
export function documentOf(change: TermsChange): Record<string, string | boolean> {
  return Object.fromEntries(
    fieldsOf(change).map((field) => {
      const value = change[field] as Amount | boolean;
      return [field, typeof value === 'boolean' ? value : formatDecimal(value)];
    }),
  );
}

/** @throws Error for an invalid amount */
export function changeOf(document: Document): TermsChange {
  const given = document as Record<string, string | boolean | undefined>;
  const change: TermsChange = {};
  for (const field of amountFields) {
    const value = given[field];
    if (value !== undefined) change[field] = decimal<Amount>(String(value));
  }
  for (const field of switchFields) {
    const value = given[field];
    if (value !== undefined) change[field] = value === true;
  }
  return change;
}

/** The part of `terms` that a change of these fields replaces. */
export function partOf(terms: Terms, fields: readonly TermsField[]): TermsChange {
  return Object.fromEntries(fields.map((field) => [field, terms[field]]));
}

/** Decimal text, or `on` and `off`. */
export function shown(value: Amount | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return formatDecimal(value);
}

/** A field of a change, before and after it. */
export interface FieldChange {
  field: TermsField;
  from: string;
  to: string;
}

/** Without `before`, which older versions lack, `from` is empty. */
export function fieldChanges(before: TermsChange | undefined, change: TermsChange): FieldChange[] {
  return fieldsOf(change).map((field) => {
    const from = before?.[field];
    return {
      field,
      from: from === undefined ? '' : shown(from),
      to: shown(change[field] as Amount | boolean),
    };
  });
}
