/** When support is here, in words. Pure. */
import { formatDate } from '@tern/ui';
import type { Translate } from '../../../platform/i18n/translate.ts';
import type { Hours } from './api.ts';

interface Locale {
  t: Translate;
  locale: string;
}

/** "08:00", or "23 Nov, 08:00" on another day than `now`. */
export function momentOf(
  at: string,
  now: number | string,
  { locale }: Pick<Locale, 'locale'>,
): string {
  const day = (moment: number | string) => formatDate(moment, { locale, detail: 'day' });
  const detail = day(at) === day(now) ? 'clock' : 'short';
  return formatDate(at, { locale, detail });
}

/** "Here now, answers in about 3 min" */
export function hoursLine(hours: Hours, now: number, given: Locale): string {
  const { t } = given;
  const { isOpen, isHere, opensAt, closesAt, answerMinutes } = hours;
  if (!isOpen) {
    return opensAt === null
      ? t('support.away')
      : t('support.awayUntil', { time: momentOf(opensAt, now, given) });
  }
  const here = isHere
    ? t('support.here')
    : closesAt === null
      ? t('support.open')
      : t('support.openUntil', { time: momentOf(closesAt, now, given) });
  return answerMinutes === null
    ? here
    : `${here}${t('support.measured', { count: answerMinutes })}`;
}
