/** When a closed market opens, in the member's time zone and language. */
import { formatDate, Pill, useNumberLocale } from '@tern/ui';
import { useT } from '../../platform/i18n/i18n.tsx';
import { serverNow } from '../site-config.ts';
import type { Instrument } from './quote.ts';

export interface OpeningOptions {
  /** Abbreviates the weekday and leaves the zone to the market's page, for rows. */
  isShort?: boolean;
}

/** Returns "Opens Sunday 22:00 UTC", on the same day "Opens at 22:00 UTC"; undefined if unknown. */
export function useOpeningText() {
  const t = useT();
  const locale = useNumberLocale();
  return (
    opensAt: string | null | undefined,
    { isShort = false }: OpeningOptions = {},
  ): string | undefined => {
    if (!opensAt) return undefined;
    const time = formatDate(opensAt, { locale, detail: isShort ? 'clock' : 'clockZone' });
    if (new Date(opensAt).toDateString() === new Date(serverNow()).toDateString()) {
      return t('common.opensToday', { time });
    }
    const day = formatDate(opensAt, { locale, detail: isShort ? 'weekdayShort' : 'weekday' });
    return t('common.opensOn', { day, time });
  };
}

/** Returns why a market is closed, and when it opens: "This market is closed. Opens at 22:00 UTC." */
export function useClosedText() {
  const t = useT();
  const opening = useOpeningText();
  return ({ halt, closing, opensAt }: Pick<Instrument, 'halt' | 'closing' | 'opensAt'>): string =>
    // A list that was stored on the device may be older than halts and delistings.
    [t('code.4026'), halt?.reason, closing?.text, opening(opensAt)].filter(Boolean).join(' ');
}

/** The second line of a closed market's row. */
export function ClosedLine({ opensAt }: { opensAt: string | null | undefined }) {
  const t = useT();
  const opening = useOpeningText();
  return (
    <>
      <Pill>{t('common.marketClosed')}</Pill> {opening(opensAt, { isShort: true })}
    </>
  );
}
