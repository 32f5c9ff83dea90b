/** The field a refused withdrawal's message belongs to, and its text. Pure. */
import type { FieldErrors } from '../../../kernel/form.ts';
import type { AmountFault } from './amounts.ts';

/** `to` is the destination: an address or a bank card. */
export type WithdrawalField = 'num' | 'to' | 'password';

export interface FaultMessages {
  amount: (fault: AmountFault) => string;
  /** `until` is ISO 8601. */
  onHold: (until: string) => string;
  wrongPassword: (triesLeft: number | undefined) => string;
  noPassword: string;
  wrongPlace: string;
}

/** The fields of a failed call used here. */
export interface RefusedWithdrawal {
  code: number;
  data: unknown;
}

export interface RefusalContext {
  words: FaultMessages;
  available: string;
  /** Wire names of the destination's fields. */
  place: readonly string[];
}

interface RefusalData {
  fields?: readonly string[];
  min?: string;
  max?: string;
  until?: string;
  triesLeft?: number;
}

const WRONG_FIELD = 5001;
const ON_HOLD = 5009;
const OUTSIDE = 5013;

/** The messages by field; undefined shows a toast. */
export function refusalAtField(
  { code, data }: RefusedWithdrawal,
  { words, available, place }: RefusalContext,
): FieldErrors<WithdrawalField> | undefined {
  const { fields = [], min, max, until, triesLeft } = (data ?? {}) as RefusalData;
  switch (code) {
    case 4020:
      return { num: words.amount({ kind: 'balance', limit: available }) };
    case 4022:
      return { password: words.noPassword };
    case 4023:
      return { password: words.wrongPassword(triesLeft) };
    case ON_HOLD:
      return until === undefined ? undefined : { password: words.onHold(until) };
    case OUTSIDE:
      if (min !== undefined) return { num: words.amount({ kind: 'min', limit: min }) };
      return max === undefined ? undefined : { num: words.amount({ kind: 'max', limit: max }) };
    case WRONG_FIELD:
      if (fields.includes('num')) return { num: words.amount({ kind: 'missing' }) };
      return fields.some((field) => place.includes(field)) ? { to: words.wrongPlace } : undefined;
    default:
      return undefined;
  }
}
