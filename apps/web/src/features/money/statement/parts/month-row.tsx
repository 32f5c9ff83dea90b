/** A month or a year of the list: closing value over records, and what was realised. */
import { documentIcon, Icon, Pressable, Text } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { Money } from './money.tsx';
import styles from './statement.module.css';

export interface PeriodRowProps {
  title: string;
  records: number;
  worth: string;
  realised: string;
  isFinal: boolean;
  /** Without it the row opens nothing. */
  href?: string;
  onPress?: () => void;
}

export function PeriodRow(props: PeriodRowProps) {
  const { title, records, worth, realised, isFinal, ...press } = props;
  const t = useT();
  return (
    <Pressable className={styles.row} {...press}>
      <span className={styles.icon}>
        <Icon of={documentIcon} size={20} />
      </span>
      <Text as="span" isGrown>
        <span className={styles.line}>
          <span>{title}</span>
          <Money value={worth} />
        </span>
        <span className={styles.quiet}>
          <span>
            {t(isFinal ? 'statement.records' : 'statement.recordsToDate', { count: records })}
          </span>
          <span>
            <Money value={realised} isGain /> {t('statement.realised')}
          </span>
        </span>
      </Text>
    </Pressable>
  );
}
