/** Who is writing in which conversation right now. The server reports it every few seconds while someone types. */
import { useSyncExternalStore } from 'react';

/** Longer than the pause between two reports. */
const SHOWN_MS = 6_000;

const NOBODY: readonly string[] = [];
/** Logins by conversation, and when to forget each of them. */
let writers: Readonly<Record<string, readonly string[]>> = {};
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(conversation: string, logins: readonly string[]): void {
  writers = { ...writers, [conversation]: logins };
  for (const listener of listeners) listener();
}

/** `login` is empty for the customer. */
export function noteWriting(conversation: string, login: string): void {
  const key = `${conversation} ${login}`;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => forgetWriting(conversation, login), SHOWN_MS),
  );
  const known = writers[conversation] ?? NOBODY;
  if (!known.includes(login)) set(conversation, [...known, login]);
}

export function forgetWriting(conversation: string, login: string): void {
  const known = writers[conversation] ?? NOBODY;
  if (known.includes(login))
    set(
      conversation,
      known.filter((each) => each !== login),
    );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The logins of those who write in a conversation; an empty one is the customer's. */
export function useWriters(conversation: string): readonly string[] {
  return useSyncExternalStore(subscribe, () => writers[conversation] ?? NOBODY);
}
