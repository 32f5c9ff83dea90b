/** Who is signed in, for as long as this tab is open. */
import type { OperatorOutput, OperatorRole } from '@tern/protocol/operator/client';
import { useSyncExternalStore } from 'react';
import { remembered } from '../platform/remembered.ts';
import { queryClient } from './query-client.ts';

export type Session = NonNullable<OperatorOutput<'POST /operator/login'>['session']>;

const kept = remembered('session', 'session');
const listeners = new Set<() => void>();

function readKept(): Session | undefined {
  const text = kept.read();
  return text === undefined ? undefined : (JSON.parse(text) as Session);
}

let current = readKept();
let farewell = '';

export function currentSession(): Session | undefined {
  return current;
}

/** What the login says to somebody whose session has ended; empty otherwise. */
export function farewellWords(): string {
  return farewell;
}

function set(session: Session | undefined): void {
  current = session;
  kept.write(session && JSON.stringify(session));
  // Nothing that one operator was shown is left for the next.
  queryClient.clear();
  for (const listener of listeners) listener();
}

export function beginSession(session: Session): void {
  farewell = '';
  set(session);
}

/** `words`: why, when it was not the operator's own wish. */
export function endSession(words = ''): void {
  farewell = words;
  set(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession);
}

/** Whether the operator signed in has one of the roles. The server decides; this only spares a refusal. */
export function useHasRole(...roles: readonly OperatorRole[]): boolean {
  const session = useSession();
  return session?.operator.roles.some((role) => roles.includes(role)) ?? false;
}

/** What stands for an operator in a small square: the number of “operator-3”, else the first letter. */
export function markOf(login: string): string {
  return /\d{1,2}$/.exec(login)?.[0] ?? login.slice(0, 1).toUpperCase();
}
