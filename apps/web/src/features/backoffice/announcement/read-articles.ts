/** Which articles were opened on this device; cleared at logout. */
import { useSyncExternalStore } from 'react';
import { slot } from '../../../platform/storage.ts';

/** Older articles are no longer on the first pages of any list. */
const KEPT_MAX = 200;

const isIdList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id));

const stored = slot('read-articles', isIdList);
const listeners = new Set<() => void>();
let opened: readonly number[] = stored.read() ?? [];

/** Newest first. */
export function markOpened(id: number): void {
  if (opened.includes(id)) return;
  opened = [id, ...opened].slice(0, KEPT_MAX);
  stored.write([...opened]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsOpened(id: number): boolean {
  return useSyncExternalStore(subscribe, () => opened.includes(id));
}
