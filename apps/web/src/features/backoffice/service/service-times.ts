/** When service is here, in words. Pure. */
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
      ? t('service.away')
      : t('service.awayUntil', { time: momentOf(opensAt, now, given) });
  }
  const here = isHere
    ? t('service.here')
    : closesAt === null
      ? t('service.open')
      : t('service.openUntil', { time: momentOf(closesAt, now, given) });
  return answerMinutes === null
    ? here
    : `${here}${t('service.measured', { count: answerMinutes })}`;
}
