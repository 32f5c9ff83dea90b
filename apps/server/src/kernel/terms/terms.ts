/** Terms: bounds, fees and switches under which money comes in and goes out, over a network or in a currency. Pure (rules §6). */
import { type Amount, fitsScale, ZERO } from '@tern/money';

/** As the member sees it: `in` is a deposit or wire, `out` a withdrawal or payout. */
export type Direction = 'in' | 'out';

/** Amounts are in the asset; bounds of what goes out are before the fee. `takes…` is what was agreed, pauses aside. */
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
/** In the order they are shown. */
const termsFields: readonly TermsField[] = [...amountFields, ...switchFields];

/** The names of what a change touches, in the order they are shown. */
export function fieldsOf(change: TermsChange): TermsField[] {
  return termsFields.filter((field) => change[field] !== undefined);
}

/** The first field that cannot stand like that, if any. `scale`: decimal places of the asset. */
function termsFault(terms: Terms, scale: number): TermsField | undefined {
  const { inMin, inMax, inFee, outMin, outMax, outFee } = terms;
  const unfit = amountFields.find((field) => !fitsScale(terms[field], scale));
  if (unfit !== undefined) return unfit;
  if (inMin <= ZERO) return 'inMin';
  if (inMax < inMin) return 'inMax';
  if (inFee < ZERO || inFee >= inMin) return 'inFee';
  if (outMin <= ZERO) return 'outMin';
  if (outMax < outMin) return 'outMax';
  // Whoever may withdraw the minimum receives something.
  return outFee < ZERO || outFee >= outMin ? 'outFee' : undefined;
}

/** What a step of a way does. */
export interface Step {
  change: TermsChange;
}

/** The terms after all steps, in their order. */
export function afterSteps(terms: Terms, steps: readonly Step[]): Terms {
  return steps.reduce((so, { change }) => ({ ...so, ...change }), terms);
}

/** The first field that cannot stand at some point of the way. */
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
