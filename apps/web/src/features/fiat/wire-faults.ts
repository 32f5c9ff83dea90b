/** What is missing from a wire deposit before it is sent (spec §5, §9). Pure. */
import { type Amount, decimal, parseDecimal, ZERO } from '@tern/money';
import { isEmail } from '../../kernel/email.ts';
import type { AmountFault } from '../../kernel/transfer/withdrawing-refusal.ts';
import type { Currency } from './api.ts';

/** The server has the last word. */
export function wireFault(
  num: string,
  { wireMin, wireMax }: Pick<Currency, 'wireMin' | 'wireMax'>,
): AmountFault | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  if (given < decimal<Amount>(wireMin)) return { kind: 'min', limit: wireMin };
  return given > decimal<Amount>(wireMax) ? { kind: 'max', limit: wireMax } : undefined;
}

export function emailFault(email: string): 'missing' | 'wrong' | undefined {
  if (email.trim() === '') return 'missing';
  return isEmail(email) ? undefined : 'wrong';
}
