/** Who answers: name, here or away, the measured answer time, the number of the conversation. */
import { classNames, Pill, Text } from '@tern/ui';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import type { Hours } from '../api.ts';
import { hoursLine } from '../support-times.ts';
import type { Conversation } from '../thread.ts';
import styles from './support.module.css';

export interface SupportHeadProps {
  hours: Hours | undefined;
  /** When the hours were loaded, epoch ms. */
  now: number;
  conversation: Conversation | undefined;
}

/** "AD" of "Amara D." */
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => Array.from(part)[0] ?? '')
    .join('')
    .toLocaleUpperCase();

export function SupportHead({ hours, now, conversation }: SupportHeadProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const name =
    conversation?.name === undefined || conversation.name === ''
      ? t('support.team')
      : conversation.name;
  return (
    <div className={styles.head}>
      <span
        className={classNames(styles.avatar, hours?.isHere !== true && styles.isAway)}
        aria-hidden="true"
      >
        {initialsOf(name)}
      </span>
      <Text as="div" isGrown>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <Text size="cap" tone="faint">
          {hours === undefined ? ' ' : hoursLine(hours, now, i18n)}
        </Text>
      </Text>
      {conversation !== undefined && (
        <Pill>{t('support.number', { number: String(conversation.ID) })}</Pill>
      )}
    </div>
  );
}
