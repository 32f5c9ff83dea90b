/** Terms: bounds, fees and switches of a network or currency, for money in and out. Pure. */
import { type Amount, fitsScale, ZERO } from '@tern/money';

/** `in`: deposits or wires, `out`: withdrawals or payouts. */
export type Direction = 'in' | 'out';

/** Amounts are in the asset; the bounds of `out` are before the fee. `takes…` ignores pauses. */
export interface Terms {
  inMin: Amount;
  inMax: Amount;
  inFee: Amount;
  outMin: Amount;
  outMax: Amount;
  outFee: Amount;
  takesIn: boolean;
  takesOut: boolean;
}

export type TermsField = keyof Terms;
export type TermsChange = Partial<Terms>;

export const amountFields = ['inMin', 'inMax', 'inFee', 'outMin', 'outMax', 'outFee'] as const;
export const switchFields = ['takesIn', 'takesOut'] as const;
/** In display order. */
const termsFields: readonly TermsField[] = [...amountFields, ...switchFields];

/** The fields of a change, in display order. */
export function fieldsOf(change: TermsChange): TermsField[] {
  return termsFields.filter((field) => change[field] !== undefined);
}

/** The first invalid field, if any. `scale`: decimal places of the asset. */
function termsFault(terms: Terms, scale: number): TermsField | undefined {
  const { inMin, inMax, inFee, outMin, outMax, outFee } = terms;
  const unfit = amountFields.find((field) => !fitsScale(terms[field], scale));
  if (unfit !== undefined) return unfit;
  if (inMin <= ZERO) return 'inMin';
  if (inMax < inMin) return 'inMax';
  if (inFee < ZERO || inFee >= inMin) return 'inFee';
  if (outMin <= ZERO) return 'outMin';
  if (outMax < outMin) return 'outMax';
  // A withdrawal of the minimum must leave something after the fee.
  return outFee < ZERO || outFee >= outMin ? 'outFee' : undefined;
}

/** One announced change. */
export interface Step {
  change: TermsChange;
}

/** The terms after all steps, in order. */
export function afterSteps(terms: Terms, steps: readonly Step[]): Terms {
  return steps.reduce((so, { change }) => ({ ...so, ...change }), terms);
}

/** The first field that is invalid after any step. */
export function faultAlong(
  terms: Terms,
  steps: readonly Step[],
  scale: number,
): TermsField | undefined {
  let so = terms;
  for (const step of steps) {
    so = afterSteps(so, [step]);
    const fault = termsFault(so, scale);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
