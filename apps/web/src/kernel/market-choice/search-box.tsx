/** The search box for markets and other named things. */
import { Icon, searchIcon } from '@tern/ui';
import { useEffect, useRef } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import styles from './search.module.css';

export interface SearchBoxProps {
  query: string;
  onChange: (query: string) => void;
  /** Placeholder, if it does not search markets. */
  label?: string;
  /** Called on Escape in an empty box. */
  onLeave?: () => void;
  /** Focuses the box when mounted. */
  isFocused?: boolean;
}

export function SearchBox(props: SearchBoxProps) {
  const { query, onChange, label, onLeave, isFocused = false } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return (
    <label className={styles.box}>
      <Icon of={searchIcon} size={18} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label ?? t('common.searchMarkets')}
        placeholder={label ?? t('common.searchMarketsHint')}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape' && query === '') onLeave?.();
        }}
      />
    </label>
  );
}
