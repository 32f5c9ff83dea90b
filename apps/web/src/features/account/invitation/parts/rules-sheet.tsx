/** What is paid for what, in full. */
import { Sheet } from '@tern/ui';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { LevelTotals } from '../api.ts';
import styles from './invitation.module.css';

export interface RulesSheetProps {
  levels: readonly LevelTotals[];
  isOpen: boolean;
  onClose: () => void;
}

export function RulesSheet({ levels, isOpen, onClose }: RulesSheetProps) {
  const t = useT();
  const ratio = useRatioText();
  const [first = '0', second = '0', third = '0'] = levels.map(({ share }) => ratio(share));
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('invitation.rulesHeading')}>
      <ul className={styles.rules}>
        <li>{t('invitation.ruleShares', { first, second, third })}</li>
        <li>{t('invitation.ruleFees')}</li>
        <li>{t('invitation.ruleNot')}</li>
        <li>{t('invitation.rulePaid')}</li>
        <li>{t('invitation.ruleChange')}</li>
      </ul>
    </Sheet>
  );
}
