/** What the console remembers in the browser under `tern.console.<name>`, and the theme. */
/** Storage may be unavailable (private windows, quotas): then nothing is stored. */
function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export interface Remembered {
  read: () => string | undefined;
  /** Undefined removes the value. */
  write: (value: string | undefined) => void;
}

/** `session`: only while the tab is open. */
export function remembered(name: string, span: 'lasting' | 'session' = 'lasting'): Remembered {
  const key = `tern.console.${name}`;
  const storage = () => (span === 'session' ? sessionStorage : localStorage);
  return {
    read: () => quietly(() => storage().getItem(key)) ?? undefined,
    write: (value) => {
      quietly(() =>
        value === undefined ? storage().removeItem(key) : storage().setItem(key, value),
      );
    },
  };
}

const theme = remembered('theme');

export function isLight(): boolean {
  return document.documentElement.dataset['theme'] === 'light';
}

export function switchTheme(): void {
  const next = isLight() ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = next;
  theme.write(next);
}

/** What the served page says of the money, before any call is answered. */
export function isPageSimulated(): boolean {
  return document.documentElement.dataset['sim'] !== '0';
}

/** Paper money is marked on every screen while the flag is 1. */
export function applySimulation(isSimulated: boolean): void {
  document.documentElement.dataset['sim'] = isSimulated ? '1' : '0';
}
