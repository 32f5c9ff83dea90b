/** A field that opens a selection instead of a keyboard. */
import { chevronRightIcon, classNames, Icon, Inline, Text, warningIcon } from '@tern/ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './form.module.css';

export interface ChoiceFieldProps {
  label: string;
  /** The selection; without it the placeholder is shown. */
  chosen: { title: string; note?: string } | undefined;
  placeholder: string;
  hint?: string;
  error: string | undefined;
  onPress: () => void;
  /** `ChoiceFact`s: what the selection implies. */
  children?: ReactNode;
}

export function ChoiceField(props: ChoiceFieldProps) {
  const { label, chosen, placeholder, hint, error, onPress, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isWrong = error !== undefined && error !== '';
  useEffect(() => {
    if (isWrong) button.current?.focus();
  }, [isWrong]);
  return (
    <div>
      <div className={classNames(styles.box, isWrong && styles.bad)}>
        <button
          ref={button}
          type="button"
          className={classNames(styles.line, styles.button)}
          aria-describedby={isWrong || hint !== undefined ? id : undefined}
          onClick={onPress}
        >
          <span className={styles.label}>{label}</span>
          <span className={styles.chosen}>
            {chosen === undefined ? (
              <Text as="span" size="label" tone="faint">
                {placeholder}
              </Text>
            ) : (
              <>
                {chosen.title}
                {chosen.note !== undefined && <small>{chosen.note}</small>}
              </>
            )}
          </span>
          <Icon of={chevronRightIcon} size={18} />
        </button>
        {children}
      </div>
      {!isWrong && hint !== undefined && (
        <Text id={id} size="cap" tone="faint" top={6}>
          {hint}
        </Text>
      )}
      {isWrong && (
        <Inline id={id} role="alert" gap={6} align="center" size="cap" tone="alert" top={6}>
          <Icon of={warningIcon} size={14} />
          <span>{error}</span>
        </Inline>
      )}
    </div>
  );
}

/** A line below the selection, determined by it. */
export function ChoiceFact({ label, value, by }: { label: string; value: string; by: string }) {
  return (
    <div className={classNames(styles.line, styles.fact)}>
      <span className={styles.label}>{label}</span>
      <span className={styles.chosen}>{value}</span>
      <Text as="span" size="label" tone="faint">
        {by}
      </Text>
    </div>
  );
}
