/** Tabs of a page; the row scrolls sideways when labels are long. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { focusSibling, rovingIndex } from './roving-focus.ts';
import styles from './tabs.module.css';

export interface TabItem<K extends string> {
  readonly key: K;
  readonly label: ReactNode;
}

export interface TabsProps<K extends string> {
  /** Connects the row to its `TabPanel`; unique on the page. */
  readonly id: string;
  readonly label: string;
  readonly items: readonly TabItem<K>[];
  readonly value: K;
  readonly onChange: (key: K) => void;
  /** Without the page gutter, for cards and sheets. */
  readonly isFlush?: boolean;
}

export function Tabs<K extends string>(props: TabsProps<K>) {
  const { id, label, items, value, onChange, isFlush = false } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${value}`)}`);
    if (!row || !tab) return;
    const isOut =
      tab.offsetLeft < row.scrollLeft ||
      tab.offsetLeft + tab.offsetWidth > row.scrollLeft + row.clientWidth;
    if (isOut) row.scrollLeft = tab.offsetLeft - 16;
  }, [id, value]);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const current = items.findIndex((item) => item.key === value);
    const next = rovingIndex(event.key, current, items.length);
    const item = next === undefined ? undefined : items[next];
    if (next === undefined || item === undefined) return;
    event.preventDefault();
    onChange(item.key);
    focusSibling(event.currentTarget, next);
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={classNames(styles.list, isFlush && styles.flush)}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          id={`${id}-${item.key}`}
          aria-selected={item.key === value}
          tabIndex={item.key === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(item.key)}
          onKeyDown={onKeyDown}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

export interface TabPanelProps {
  /** The `id` of its `Tabs`. */
  readonly tabs: string;
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function TabPanel({ tabs, value, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${tabs}-panel`}
      aria-labelledby={`${tabs}-${value}`}
      className={className}
    >
      {children}
    </div>
  );
}
