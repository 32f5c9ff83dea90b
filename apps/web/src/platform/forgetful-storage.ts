/**
 * Imported first by a page that must neither know nor change what this browser stores for the app: replaces local storage by
 * one that is forgotten with the page.
 */
const values = new Map<string, string>();

const memory: Storage = {
  get length() {
    return values.size;
  },
  key: (index) => [...values.keys()][index] ?? null,
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => void values.set(key, value),
  removeItem: (key) => void values.delete(key),
  clear: () => values.clear(),
};

Object.defineProperty(globalThis, 'localStorage', { value: memory });

// A module, not a script: its import runs it.
export {};
