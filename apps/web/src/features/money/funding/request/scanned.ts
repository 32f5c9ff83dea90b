/** What the scan page leaves for the form behind it: only filled in, never sent. Kept in memory until it is taken. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const left = new Map<string, string>();
const listeners = new Set<() => void>();

/** `of`: an asset, whose amount it is, or `MEMBER`, whose ID it is. */
export function leaveScanned(of: string, text: string): void {
  left.set(of, text);
  for (const listener of listeners) listener();
}

export const MEMBER = 'member';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Gives what was scanned to the form, once. */
export function useScanned(of: string, take: (text: string) => void): void {
  const text = useSyncExternalStore(subscribe, () => left.get(of));
  const onText = useEffectEvent(take);
  useEffect(() => {
    if (text === undefined) return;
    left.delete(of);
    onText(text);
  }, [of, text]);
}
