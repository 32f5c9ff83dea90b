/** The sentence on top: nothing needs attention, or the one thing that does. */
import {
  classNames,
  formatDate,
  Icon,
  lockIcon,
  shieldIcon,
  snowIcon,
  Text,
  warningIcon,
} from '@tern/ui';
import { type I18n, useI18n } from '../../../../platform/i18n/i18n.tsx';
import type { AddressLock, Unfreezing } from '../api.ts';
import type { Attention } from '../view-model.ts';
import styles from './security.module.css';

export interface StateHeadProps {
  attention: Attention;
  lock: AddressLock;
  unfreezing: Unfreezing | null;
  /** How many devices are known. */
  devices: number;
}

const icons: Record<Attention, string> = {
  frozenByStaff: snowIcon,
  frozen: snowIcon,
  unfreezing: snowIcon,
  lockOff: warningIcon,
  noPayPassword: lockIcon,
  none: shieldIcon,
};

export function StateHead(props: StateHeadProps) {
  const i18n = useI18n();
  const { attention } = props;
  const { title, text } = textsOf(props, i18n);
  const isUrgent = attention !== 'none' && attention !== 'noPayPassword';
  return (
    <section className={styles.head} aria-label={title}>
      <span className={classNames(styles.disc, isUrgent && styles.urgent)}>
        <Icon of={icons[attention]} size={26} />
      </span>
      <div>
        <Text as="h2" size="head" isTight>
          {title}
        </Text>
        {text !== undefined && (
          <Text size="label" tone="soft">
            {text}
          </Text>
        )}
      </div>
    </section>
  );
}

/** The reason of a freeze by staff is in the banner below. */
function textsOf(
  { attention, lock, unfreezing, devices }: StateHeadProps,
  { t, locale }: I18n,
): { title: string; text?: string } {
  switch (attention) {
    case 'frozenByStaff':
      return { title: t('security.frozenByStaff') };
    case 'frozen':
      return { title: t('security.frozen'), text: t('security.frozenText') };
    case 'unfreezing': {
      const time = formatDate(unfreezing?.earliestAt, { locale });
      return { title: t('security.unfreezing'), text: t('security.unfreezingText', { time }) };
    }
    case 'lockOff': {
      const time = formatDate(lock.offAt, { locale });
      return { title: t('security.lockOff'), text: t('security.lockOffText', { time }) };
    }
    case 'noPayPassword':
      return { title: t('security.noPayPassword'), text: t('security.noPayPasswordText') };
    default:
      return { title: t('security.nothing'), text: t('security.knownDevices', { count: devices }) };
  }
}
