/** Validates a wire before it is sent (spec §5, §9). Pure. */
import { isEmail } from '../../../kernel/email.ts';
import { type LimitFault, limitFault } from '../request/amounts.ts';
import type { Currency } from '../currencies/api.ts';

/** The server decides. */
export function wireFault(
  num: string,
  { wireMin, wireMax }: Pick<Currency, 'wireMin' | 'wireMax'>,
): LimitFault | undefined {
  return limitFault(num, { min: wireMin, max: wireMax });
}

export function emailFault(email: string): 'missing' | 'wrong' | undefined {
  if (email.trim() === '') return 'missing';
  return isEmail(email) ? undefined : 'wrong';
}
