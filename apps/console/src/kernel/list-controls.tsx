/** Compact filters in one row above a list, and paging below it. */
import { classNames, closeIcon, Icon, IconButton, searchIcon, Button } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import styles from './list-controls.module.css';
import { texts } from './texts.ts';
import { goTo, useAddress } from '../platform/address.ts';

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

/** Rows per page of every list. */
export const PAGE_SIZE = 50;

/** The page number in the address, from 1. */
export function pageOf(params: Readonly<Record<string, string>>): number {
  const page = Number(params['page'] ?? '1');
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** Turns pages through the address. */
export function Pager({ total }: { total: number }) {
  const { path, params } = useAddress();
  const page = pageOf(params);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (pages === 1 && page === 1) return null;
  const turn = (to: number) => goTo(path, { ...params, page: String(to) });
  return (
    <nav className={styles.pager} aria-label={texts.pager.name}>
      <Button isSmall isDisabled={page <= 1} onPress={() => turn(page - 1)}>
        {texts.pager.back}
      </Button>
      <span>{texts.pager.where(page, pages)}</span>
      <Button isSmall isDisabled={page >= pages} onPress={() => turn(page + 1)}>
        {texts.pager.on}
      </Button>
    </nav>
  );
}
