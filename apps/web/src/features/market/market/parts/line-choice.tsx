/** Shows and hides the member's own lines by group. */
import { Chip } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { lineGroups } from '../own-lines.ts';
import type { OwnLines } from '../use-own-lines.ts';
import styles from './own-lines.module.css';

export function LineChoice({ own: { counts, shown, toggle } }: { own: OwnLines }) {
  const t = useT();
  return (
    <div className={styles.choice} role="group" aria-label={t('market.lines')}>
      <span aria-hidden="true">{t('market.lines')}</span>
      {lineGroups.map((group) => (
        <Chip key={group} isOn={shown[group]} onPress={() => toggle(group)}>
          {t(`market.${group}`)}
          {group !== 'average' && counts[group] > 0 && ` ${counts[group]}`}
        </Chip>
      ))}
    </div>
  );
}
