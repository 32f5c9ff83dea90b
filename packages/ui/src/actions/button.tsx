/** Buttons: filled, chips, icons and quiet text; all ignore double presses, and are links if they have an href. */
import type { MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './button.module.css';
import { usePressGuard, Pressable, type Press } from './pressable.tsx';

/** One `primary` per screen; `up` and `down` for trades only. */
export type ButtonKind = 'primary' | 'secondary' | 'outline' | 'up' | 'down' | 'danger';

interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  readonly isFull?: boolean;
  /** Icon path, drawn before the label. */
  readonly icon?: string;
  /** Required for icon-only buttons; otherwise only to announce the full amount. */
  readonly label?: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

export interface ButtonProps extends ButtonLook {
  readonly onPress?: () => void;
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
  /** The verb shown while busy: "Sending". */
  readonly busyLabel?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

function lookClass({ kind = 'secondary', isSmall, isFull, className }: ButtonLook): string {
  return classNames(
    styles.button,
    styles[kind],
    isSmall && styles.small,
    isFull && styles.full,
    className,
  );
}

function Face({ icon, isSmall, children }: ButtonLook) {
  return (
    <>
      {icon !== undefined && <Icon of={icon} size={isSmall ? 16 : 18} />}
      {children}
    </>
  );
}

/** A filled button with a busy state. */
export function Button(props: ButtonProps) {
  const { type = 'button', isBusy = false, isDisabled = false, label, busyLabel, ref } = props;
  const press = usePressGuard<HTMLButtonElement>(() => props.onPress?.());
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Busy is not `disabled`: the button keeps focus and is announced as busy.
    if (isBusy) event.preventDefault();
    else press(event);
  };
  return (
    <button
      ref={ref}
      type={type === 'submit' ? 'submit' : 'button'}
      className={lookClass(props)}
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      aria-label={isBusy ? undefined : label}
      onClick={onClick}
    >
      {busyLabel === undefined && !isBusy ? (
        <Face {...props} />
      ) : (
        <span className={styles.labels}>
          {/* Without a verb of its own the label stays its name. */}
          <span className={classNames(isBusy && (busyLabel ? styles.away : styles.unseen))}>
            <Face {...props} />
          </span>
          <span className={classNames(!isBusy && styles.away)}>
            <span className={styles.spinner} />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
}

export interface ButtonLinkProps extends ButtonLook {
  readonly href: string;
  readonly onPress?: () => void;
}

/** Looks like a button, is a link: for navigation. */
export function ButtonLink(props: ButtonLinkProps) {
  return (
    <Pressable
      href={props.href}
      onPress={props.onPress}
      label={props.label}
      className={lookClass(props)}
    >
      <Face {...props} />
    </Pressable>
  );
}

export interface ChipProps {
  readonly isOn?: boolean;
  readonly onPress: () => void;
  /** Announced instead of the visible text. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A small rounded button: a filter, or a quick amount. */
export function Chip({ isOn, onPress, label, children }: ChipProps) {
  const guarded = usePressGuard<HTMLButtonElement>(onPress);
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isOn}
      aria-label={label}
      onClick={guarded}
    >
      {children}
    </button>
  );
}

export interface IconButtonProps extends Press {
  readonly icon: string;
  /** Its action; with a dot also the reason: "Notifications, 2 unread". */
  readonly label: string;
  readonly size?: number;
  readonly isQuiet?: boolean;
  readonly hasDot?: boolean;
  readonly className?: string | undefined;
}

/** A 44 px square with one icon and an accessible name. */
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

export interface TextButtonProps extends Press {
  /** `accent` for links inside forms, `inherit` on a coloured header. */
  readonly tone?: 'quiet' | 'accent' | 'inherit';
  readonly icon?: string;
  readonly iconAfter?: string;
  /** Without side padding, for use inside a line of text. */
  readonly isFlush?: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}

/** A quiet text button: "Records", "Forgot?", "All markets". */
export function TextButton(props: TextButtonProps) {
  const { tone = 'quiet', icon, iconAfter, isFlush = false, children } = props;
  return (
    <Pressable
      href={props.href}
      onPress={props.onPress}
      label={props.label}
      className={classNames(
        styles.text,
        tone === 'accent' && styles.accent,
        tone === 'inherit' && styles.inherit,
        isFlush && styles.flush,
      )}
    >
      {icon !== undefined && <Icon of={icon} size={20} />}
      {children}
      {iconAfter !== undefined && <Icon of={iconAfter} size={16} />}
    </Pressable>
  );
}
