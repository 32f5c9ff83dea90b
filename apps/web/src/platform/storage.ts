/** The app's local storage: one typed slot per value. */

/** Local storage may be refused (private windows, quotas): then nothing is stored. */
function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export interface Slot<T> {
  read: () => T | undefined;
  /** Undefined removes the value. */
  write: (value: T | undefined) => void;
}

/** A value stored under `tern.<name>`; `accepts` rejects what older builds wrote. */
export function slot<T>(name: string, accepts: (value: unknown) => value is T): Slot<T> {
  const key = `tern.${name}`;
  return {
    read: () => {
      const text = quietly(() => localStorage.getItem(key));
      if (text === null || text === undefined) return undefined;
      const value = quietly<unknown>(() => JSON.parse(text));
      return accepts(value) ? value : undefined;
    },
    write: (value) => {
      quietly(() => {
        if (value === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
      });
    },
  };
}

/** What is stored under it is about the device: logging out keeps it. Never for anything that says who used the device. */
export const DEVICE_PREFIX = 'device.';

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText);

export const storage = {
  language: slot('language', isText),
  /** Logout clears everything but what is about the device. */
  clear: () => {
    quietly(() => {
      const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
      for (const name of names) {
        if (name?.startsWith(`tern.${DEVICE_PREFIX}`) === false) localStorage.removeItem(name);
      }
    });
  },
};
