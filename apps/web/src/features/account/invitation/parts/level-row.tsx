/** People and rewards of one level; opens its list. */
import { AmountText, Pressable, Text } from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { LevelTotals } from '../api.ts';
import { levelNames, worthPlaces } from '../view-model.ts';
import styles from './invitation.module.css';

export function LevelRow({ totals }: { totals: LevelTotals }) {
  const { level, people, verified, share, worth } = totals;
  const t = useT();
  const to = useLinks();
  const ratio = useRatioText();
  return (
    <Pressable {...to(pages.invite, { level: String(level) })} className={styles.level}>
      <span className={styles.number} aria-hidden="true">
        {level}
      </span>
      <Text as="span" isGrown>
        <span className={styles.line}>
          <span>{t(levelNames[level])}</span>
          <AmountText value={worth} places={worthPlaces(worth)} />
        </span>
        <span className={styles.quiet}>
          <span>
            {people === 0
              ? t('invitation.nobody')
              : t('invitation.people', { count: people, verified: String(verified) })}
          </span>
          <span>{t('invitation.ofFees', { share: ratio(share) })}</span>
        </span>
      </Text>
    </Pressable>
  );
}
