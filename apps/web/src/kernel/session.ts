/** The signed-in member: token and user object in local storage. */
import { useSyncExternalStore } from 'react';
import { storage } from '../platform/storage.ts';
import { type Session, storedSession, type User } from './first-paint.ts';

export type { Session, User };

const listeners = new Set<() => void>();
let session = storedSession.read();

function put(next: Session | undefined): void {
  session = next;
  for (const listener of listeners) listener();
}

// Also follows signing in or out in another tab.
addEventListener('storage', (event) => {
  if (event.key === null || event.key === 'tern.session') put(storedSession.read());
});

export function currentSession(): Session | undefined {
  return session;
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the answer of login or registration. */
export function startSession(next: Session): void {
  storedSession.write(next);
  put(next);
}

/** Keeps the stored user in sync with `/user/getUserInfo`. */
export function updateUser(user: User): void {
  if (session) startSession({ ...session, user });
}

/** Clears everything this browser stores for the app (logout clears storage). */
export function forgetSession(): void {
  storage.clear();
  put(undefined);
}

/** The session, or undefined for a visitor. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(onSession, currentSession, currentSession);
}
