/** Announces the time left to screen readers: at the start, at 30 and at 10 seconds (design language §4). */
import { VisuallyHidden } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';

const SPOKEN_AT = [10, 30];

/** The last mark reached; the text changes only with it. */
function momentOf(seconds: number, total: number): number {
  return SPOKEN_AT.find((moment) => seconds <= moment && moment < total) ?? total;
}

export function SpokenTime({ seconds, total }: { seconds: number; total: number }) {
  const t = useT();
  if (seconds === 0) return null;
  const left = { seconds: String(momentOf(seconds, total)), total: String(total) };
  return (
    <div role="status">
      <VisuallyHidden>{t('futures.secondsLeft', left)}</VisuallyHidden>
    </div>
  );
}
