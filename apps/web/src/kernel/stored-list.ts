/** Lists that the member arranges: kept on the device, and with the account while someone is signed in (`account-preferences.ts`). */
import { useSyncExternalStore } from 'react';
import { isFlag, isTextList, slot } from '../platform/storage.ts';
import { currentSession, onSession } from './session.ts';

export interface StoredList {
  read: () => readonly string[];
  /** The member's own change. */
  edit: (list: readonly string[]) => void;
  /** The account's. */
  put: (list: readonly string[]) => void;
  /** A change of a signed-in member that the account does not have yet. */
  unsent: ReturnType<typeof slot<boolean>>;
  /** Called after each change. */
  subscribe: (listener: () => void) => () => void;
  /** In the member's order. */
  use: () => readonly string[];
}

export function storedList(name: string): StoredList {
  const stored = slot(name, isTextList);
  const unsent = slot(`${name}-unsent`, isFlag);
  const listeners = new Set<() => void>();
  let list: readonly string[] = stored.read() ?? [];
  const read = () => list;
  const show = (next: readonly string[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const put = (next: readonly string[]) => {
    stored.write([...next]);
    show(next);
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  // Logging out clears the storage: the next member must not get this list.
  onSession(() => currentSession() === undefined && show(stored.read() ?? []));
  return {
    read,
    put,
    unsent,
    subscribe,
    edit(next) {
      if (currentSession() !== undefined) unsent.write(true);
      put(next);
    },
    use: () => useSyncExternalStore(subscribe, read, read),
  };
}
