/** The pill next to a market whose price is stale. */
import { Pill } from '@tern/ui';
import { useT } from '../../platform/i18n/i18n.tsx';

export function StalePricePill() {
  const t = useT();
  return (
    <span role="status">
      <Pill kind="bad">{t('common.noFreshPrice')}</Pill>
    </span>
  );
}
