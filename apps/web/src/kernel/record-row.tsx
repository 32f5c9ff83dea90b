/** A list of records with a status: chips that filter it, and rows of lines that lead to the record. */
import { Chip, CoinMark, Pressable, Text } from '@tern/ui';
import type { ReactNode } from 'react';
import type { PageLink } from '../platform/navigation/links.ts';
import styles from './record-row.module.css';

export interface RecordRowProps {
  link: PageLink;
  asset: string;
  logo?: string | undefined;
  /** The first one stands out. */
  children: ReactNode;
}

export function RecordRow({ link, asset, logo, children }: RecordRowProps) {
  return (
    <Pressable {...link} className={styles.row}>
      <CoinMark symbol={asset} logo={logo} />
      <Text as="span" isGrown>
        {children}
      </Text>
    </Pressable>
  );
}

/** Name at the left, value at the right. */
export function RecordLine({
  isMain = false,
  children,
}: {
  isMain?: boolean;
  children: ReactNode;
}) {
  return <span className={isMain ? styles.main : styles.quiet}>{children}</span>;
}

export interface FilterChipsProps<Key extends string> {
  label: string;
  options: readonly { key: Key; label: string }[];
  value: Key;
  onChange: (key: Key) => void;
}

/** Exactly one is chosen; they scroll sideways where they do not fit. */
export function FilterChips<Key extends string>(props: FilterChipsProps<Key>) {
  const { label, options, value, onChange } = props;
  return (
    <div className={styles.filter} role="group" aria-label={label}>
      {options.map(({ key, label: name }) => (
        <Chip key={key} isOn={key === value} onPress={() => onChange(key)}>
          {name}
        </Chip>
      ))}
    </div>
  );
}
