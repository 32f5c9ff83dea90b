/** Compact filters in one row above a list. */
import { classNames, closeIcon, Icon, IconButton, searchIcon } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import styles from './filters.module.css';
import { texts } from './texts.ts';

export interface FilterSelectProps<K extends string> {
  label: string;
  /** The first is "all": the filter is off. */
  options: readonly { key: K; label: string }[];
  value: K;
  onChange: (key: K) => void;
}

export function FilterSelect<K extends string>(props: FilterSelectProps<K>) {
  const { label, options, value, onChange } = props;
  const isOn = value !== options[0]?.key;
  return (
    <label className={classNames(styles.filter, isOn && styles.on)}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as K)}>
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

export interface FilterTextProps {
  label: string;
  name: string;
  inputMode?: 'numeric';
  given: string;
  onFind: (text: string) => void;
  isWide?: boolean;
}

/** Searches on Enter. Use `given` as its `key`, so that it follows the address. */
export function FilterText({ label, name, inputMode, given, onFind, isWide }: FilterTextProps) {
  const [text, setText] = useState(given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <form
      role="search"
      className={classNames(styles.filter, styles.text, isWide && styles.wide, given && styles.on)}
      onSubmit={submit}
    >
      <Icon of={searchIcon} size={16} />
      <input
        type="search"
        name={name}
        inputMode={inputMode}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {given !== '' && (
        <IconButton
          icon={closeIcon}
          size={14}
          isQuiet
          label={texts.filters.clear(label)}
          onPress={() => onFind('')}
        />
      )}
    </form>
  );
}
