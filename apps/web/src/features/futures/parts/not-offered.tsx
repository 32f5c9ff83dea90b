/** Says plainly that contracts are off where the member lives (rules §2). */
import { globeIcon, StateBlock } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';

export function NotOffered() {
  const t = useT();
  return (
    <StateBlock
      kind="empty"
      icon={globeIcon}
      title={t('futures.notOffered')}
      text={t('futures.notOfferedHint')}
    />
  );
}
