/** The error messages of failed calls. */
import type { CallError } from '../platform/http/call-error.ts';
import type { I18n } from '../platform/i18n/i18n.tsx';
import { isTranslatedByCode } from '../platform/i18n/text-parts.ts';

/**
 * The message for the member. `moved` means that the call may have changed something: then a lost connection must not say
 * "nothing was sent".
 */
export function sentenceOf(
  error: CallError,
  { t, find }: Pick<I18n, 't' | 'find'>,
  moved: boolean,
): string {
  if (error.kind === 'network' || error.kind === 'timeout') {
    return t(moved && !error.isOffline ? 'errors.unconfirmed' : 'errors.noConnection');
  }
  const key = isTranslatedByCode(error.code) ? find(`code.${error.code}`) : undefined;
  // The translation, the server's message and the currency.
  if (key && error.refusal === 'below-minimum')
    return `${t(key)} ${error.msg} USDT`.replace(/ {2,}/g, ' ');
  if (key && error.refusal === 'account-frozen') return `${t(key)} ${freezeReason(error)}`.trim();
  if (key) return t(key);
  if (error.msg !== '') return error.msg;
  return t(moved && error.kind === 'status' ? 'errors.unconfirmed' : 'errors.unexpected');
}

/** Why staff froze the account; empty without a reason. */
function freezeReason({ data }: CallError): string {
  return (data as { freeze?: { reason?: string } | null } | null)?.freeze?.reason ?? '';
}
