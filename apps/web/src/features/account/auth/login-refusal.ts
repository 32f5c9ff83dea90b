/** What the login page says about a refusal of the whole login. */
import { formatDate } from '@tern/ui';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import type { I18n } from '../../../platform/i18n/i18n.tsx';

/** For a banned member with the reason and end of the ban. */
export function loginRefusal(refusal: CallError, i18n: I18n): string {
  return `${sentenceOf(refusal, i18n, false)} ${banDetail(refusal, i18n)}`.trim();
}

/** Why and until when a banned member cannot log in; empty for other refusals. */
function banDetail({ refusal, data }: CallError, { t, locale }: I18n): string {
  if (refusal !== 'member-banned') return '';
  const { reason = '', until = null } = data as { reason?: string; until?: string | null };
  const why = reason === '' ? '' : t('auth.bannedReason', { reason });
  const end = until === null ? '' : t('auth.bannedUntil', { time: formatDate(until, { locale }) });
  return [why, end].filter((part) => part !== '').join(' ');
}
