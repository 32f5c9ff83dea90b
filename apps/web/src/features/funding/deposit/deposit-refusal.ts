/** The field a refused deposit's message belongs to, and its text. Pure. */
import type { FieldErrors } from '../../../kernel/form.ts';
import type { LimitFault } from '../request/amounts.ts';

export type DepositField = 'num' | 'proof';

export interface FaultMessages {
  amount: (fault: LimitFault) => string;
  /** The image was already used, or no longer exists. */
  proofGone: string;
}

/** The fields of a failed call used here. */
export interface RefusedDeposit {
  code: number;
  data: unknown;
}

interface RefusalData {
  fields?: readonly string[];
  min?: string;
  max?: string;
}

const WRONG_FIELD = 5001;
const OUTSIDE = 5013;

/** The messages by field; undefined shows a toast. */
export function refusalAtField(
  { code, data }: RefusedDeposit,
  words: FaultMessages,
): FieldErrors<DepositField> | undefined {
  const { fields = [], min, max } = (data ?? {}) as RefusalData;
  if (code === OUTSIDE) {
    if (min !== undefined) return { num: words.amount({ kind: 'min', limit: min }) };
    return max === undefined ? undefined : { num: words.amount({ kind: 'max', limit: max }) };
  }
  if (code !== WRONG_FIELD) return undefined;
  if (fields.includes('num')) return { num: words.amount({ kind: 'missing' }) };
  return fields.includes('payimg') ? { proof: words.proofGone } : undefined;
}
