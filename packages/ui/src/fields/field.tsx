/** The frame of every field: label above, box, one line of hint or error below. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { warningIcon } from '../icons/interface-icons.ts';
import styles from './field.module.css';

export interface FieldTexts {
  readonly label: string;
  /** A link to the right of the label: "Forgot?". */
  readonly labelAside?: ReactNode;
  readonly hint?: ReactNode;
  /** Replaces the hint and is linked to the input. */
  readonly error?: string | undefined;
}

export interface FieldFrameProps extends FieldTexts {
  readonly id: string;
  readonly children: ReactNode;
}

/** Attributes that connect an input to its frame; use the same `id`. */
export function fieldAttributes(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-line` : undefined,
  } as const;
}

export function FieldLine({ id, hint, error }: Pick<FieldFrameProps, 'id' | 'hint' | 'error'>) {
  if (error) {
    return (
      <div id={`${id}-line`} className={styles.error}>
        <Icon of={warningIcon} size={14} />
        <span>{error}</span>
      </div>
    );
  }
  if (hint === undefined || hint === null || hint === false) return null;
  return (
    <div id={`${id}-line`} className={styles.hint}>
      {hint}
    </div>
  );
}

export function FieldFrame({ id, label, labelAside, hint, error, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {labelAside !== undefined && <span className={styles.aside}>{labelAside}</span>}
      </div>
      <div className={classNames(styles.box, error && styles.bad)}>{children}</div>
      <FieldLine id={id} hint={hint} error={error} />
    </div>
  );
}

/** Focuses the first field with an error; call it after a refused submit has rendered. */
export function focusFirstError(within: ParentNode): void {
  within.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
}
