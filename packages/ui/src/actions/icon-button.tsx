/** A 44 px square with one icon and an accessible name. */
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './icon-button.module.css';
import { type Press, Pressable } from './pressable.tsx';

export interface IconButtonProps extends Press {
  readonly icon: string;
  /** Its action; with a dot also the reason: "Notifications, 2 unread". */
  readonly label: string;
  readonly size?: number;
  readonly isQuiet?: boolean;
  readonly hasDot?: boolean;
  readonly className?: string | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 24, isQuiet = false, hasDot = false } = props;
  return (
    <Pressable
      href={props.href}
      onPress={props.onPress}
      label={label}
      className={classNames(styles.icon, isQuiet && styles.quiet, props.className)}
    >
      <Icon of={icon} size={size} />
      {hasDot && <span className={styles.dot} />}
    </Pressable>
  );
}
