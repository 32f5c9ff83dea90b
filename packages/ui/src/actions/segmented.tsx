/** Two to four short options, one always selected; a radio group. */
import type { KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { focusSibling, rovingIndex } from './roving-focus.ts';
import styles from './segmented.module.css';

export interface Choice<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly icon?: string;
  /** Selected Buy and Sell have the direction colours. */
  readonly tone?: 'up' | 'down';
}

export interface SegmentedProps<K extends string> {
  readonly label: string;
  readonly options: readonly Choice<K>[];
  readonly value: K;
  readonly onChange: (key: K) => void;
  readonly isSmall?: boolean;
  /** Shows icons; the labels are only announced. */
  readonly isIconOnly?: boolean;
}

export function Segmented<K extends string>(props: SegmentedProps<K>) {
  const { label, options, value, onChange, isSmall = false, isIconOnly = false } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const current = options.findIndex((option) => option.key === value);
    const next = rovingIndex(event.key, current, options.length);
    const option = next === undefined ? undefined : options[next];
    if (next === undefined || option === undefined) return;
    event.preventDefault();
    onChange(option.key);
    focusSibling(event.currentTarget, next);
  };
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles.track, isSmall && styles.small)}
    >
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          role="radio"
          aria-checked={option.key === value}
          aria-label={isIconOnly ? option.label : undefined}
          tabIndex={option.key === value ? 0 : -1}
          className={classNames(styles.option, option.tone && styles[option.tone])}
          onClick={() => onChange(option.key)}
          onKeyDown={onKeyDown}
        >
          {option.icon !== undefined && <Icon of={option.icon} size={18} />}
          {!isIconOnly && option.label}
        </button>
      ))}
    </div>
  );
}
