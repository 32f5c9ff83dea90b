/** One line of a list: icon, title, value, chevron; at least 56 px high. */
import type { ReactNode } from 'react';
import { type Press, Pressable } from '../actions/pressable.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { checkIcon, chevronRightIcon } from '../icons/interface-icons.ts';
import styles from './card.module.css';

export interface RowProps extends Press {
  readonly title: ReactNode;
  /** A second, quieter line under the title. */
  readonly note?: ReactNode;
  readonly icon?: string;
  /** Replaces the icon, for example with a `CoinMark`. */
  readonly mark?: ReactNode;
  readonly value?: ReactNode;
  /** The selected item of a list: bolder, with a check mark. */
  readonly isChosen?: boolean;
  readonly hasChevron?: boolean;
  /** Language of the title, if it differs from the page's. */
  readonly lang?: string;
  readonly label?: string;
}

export function Row(props: RowProps) {
  const { title, note, icon, mark, value, isChosen = false, lang } = props;
  const canPress = props.href !== undefined || props.onPress !== undefined;
  const hasChevron = props.hasChevron ?? (canPress && props.isChosen === undefined);
  const hasMark = icon !== undefined || mark !== undefined;
  return (
    <Pressable
      href={props.href}
      onPress={props.onPress}
      label={props.label}
      isCurrent={isChosen}
      className={classNames(styles.row, !hasMark && styles.flush)}
    >
      {icon !== undefined && <Icon of={icon} size={22} className={styles.icon} />}
      {mark}
      <span className={styles.words}>
        <span className={classNames(styles.title, isChosen && styles.chosen)} lang={lang}>
          {title}
        </span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
      {isChosen && <Icon of={checkIcon} size={20} className={styles.tick} />}
      {hasChevron && <Icon of={chevronRightIcon} size={18} className={styles.chevron} />}
    </Pressable>
  );
}
