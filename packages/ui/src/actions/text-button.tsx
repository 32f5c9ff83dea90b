/** A quiet text button: "Records", "Forgot?", "All markets". */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './icon-button.module.css';
import { type Press, Pressable } from './pressable.tsx';

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
