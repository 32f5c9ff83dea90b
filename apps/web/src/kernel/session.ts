/** Who is signed in: token and user object in local storage (spec §3). */
import type { Output } from '@tern/protocol/client';
import { useSyncExternalStore } from 'react';
import { type Slot, slot, storage } from '../platform/storage.ts';

export type User = Output<'POST /base/login'>['user'];

export interface Session {
  token: string;
  user: User;
}

function isSession(value: unknown): value is Session {
  const session = value as Partial<Session> | null;
  return typeof session?.token === 'string' && typeof session.user?.ID === 'number';
}

const stored: Slot<Session> = slot('session', isSession);
const listeners = new Set<() => void>();
let session = stored.read();

function put(next: Session | undefined): void {
  session = next;
  for (const listener of listeners) listener();
}

// Signing in or out in another tab of the same browser counts here too.
addEventListener('storage', (event) => {
  if (event.key === null || event.key === 'tern.session') put(stored.read());
});

export function currentSession(): Session | undefined {
  return session;
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores what login or registration answered. */
export function startSession(next: Session): void {
  stored.write(next);
  put(next);
}

/** Keeps the stored user in step with `/user/getUserInfo`. */
export function updateUser(user: User): void {
  if (session) startSession({ ...session, user });
}

/** Forgets everything this browser keeps for us (spec §4: logout clears storage). */
export function forgetSession(): void {
  storage.clear();
  put(undefined);
}

/** The session, or undefined for a visitor. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(onSession, currentSession);
}
