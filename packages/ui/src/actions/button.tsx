/** The button in all its kinds: busy state, double-press guard, a link when it has an href. */
import type { MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './button.module.css';
import { usePressGuard } from './press-guard.ts';
import { Pressable } from './pressable.tsx';

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
