/** What is wrong with the login password of a first factor. */
import type { CallError } from '../../../../platform/http/call-error.ts';
import type { I18n } from '../../../../platform/i18n/i18n.tsx';

/** Undefined for refusals about something else. */
export function passwordFault({ refusal }: CallError, { t }: Pick<I18n, 't'>): string | undefined {
  if (refusal === 'wrong-login-password') return t('second-factor.wrongPassword');
  return refusal === 'step-up-required' ? t('second-factor.enterPassword') : undefined;
}
