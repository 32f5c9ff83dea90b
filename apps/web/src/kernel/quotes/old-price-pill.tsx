/** Says plainly, beside its name, that a market has no fresh price. */
import { Pill } from '@tern/ui';
import { useT } from '../../platform/i18n/i18n.tsx';

export function OldPricePill() {
  const t = useT();
  return (
    <span role="status">
      <Pill kind="bad">{t('common.noFreshPrice')}</Pill>
    </span>
  );
}
