/** What stands in the way of a withdrawal, said where it belongs. Pure. */
import type { FieldErrors } from '../form.ts';
import type { AmountFault } from './amounts.ts';

/** `to` is where the money goes: an address, a bank card. */
export type WithdrawingField = 'num' | 'to' | 'password';

export interface FaultWords {
  amount: (fault: AmountFault) => string;
  /** `until` is ISO 8601. */
  onHold: (until: string) => string;
  wrongPassword: (triesLeft: number | undefined) => string;
  noPassword: string;
  wrongPlace: string;
}

/** The part of a failed call that is needed here. */
export interface RefusedWithdrawal {
  code: number;
  data: unknown;
}

export interface RefusalContext {
  words: FaultWords;
  available: string;
  /** Names on the wire of what says where the money goes. */
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

/** The messages by field; undefined leaves the refusal to a toast. */
export function refusalAtField(
  { code, data }: RefusedWithdrawal,
  { words, available, place }: RefusalContext,
): FieldErrors<WithdrawingField> | undefined {
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
