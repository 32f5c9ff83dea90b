/** The session of the signed-in operator, stored while the tab is open. */
import {
  meets,
  type Need,
  type OperatorOutput,
  type Permission,
} from '@tern/protocol/operator/client';
import { useSyncExternalStore } from 'react';
import { remembered } from '../platform/remembered.ts';
import { queryClient } from './query-client.ts';

type Operator = OperatorOutput<'POST /operator/login'>['session'];
export type Session = NonNullable<Operator> & {
  /** Of every role there is or was, once the server has named them. */
  roleNames?: OperatorOutput<'GET /operator/me'>['roleNames'];
};

const stored = remembered('session', 'session');
const listeners = new Set<() => void>();

function readStored(): Session | undefined {
  const text = stored.read();
  return text === undefined ? undefined : (JSON.parse(text) as Session);
}

let current = readStored();
let endReason = '';
const NONE: readonly Permission[] = [];

export function currentSession(): Session | undefined {
  return current;
}

/** Why the last session ended, for the login screen; may be empty. */
export function signOutReason(): string {
  return endReason;
}

function set(session: Session | undefined): void {
  current = session;
  stored.write(session && JSON.stringify(session));
  // The next operator must not see cached data.
  queryClient.clear();
  for (const listener of listeners) listener();
}

export function beginSession(session: Session): void {
  endReason = '';
  set(session);
}

/** Roles, their names or their permissions have changed while the session is open. */
export function renewOperator(renewed: Pick<Session, 'operator' | 'roleNames'>): void {
  if (current === undefined) return;
  const { operator, roleNames } = current;
  if (isSame({ operator, roleNames }, renewed)) return;
  current = { ...current, ...renewed };
  stored.write(JSON.stringify(current));
  for (const listener of listeners) listener();
}

const isSame = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** `reason` is shown at the login; empty if the operator signed out. */
export function endSession(reason = ''): void {
  endReason = reason;
  set(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession);
}

/** What the operator may do. */
export function usePermissions(): readonly Permission[] {
  // A session of before there were permissions has none until the server has named them.
  return useSession()?.operator.permissions ?? NONE;
}

/** Whether the operator has one of the permissions. The server enforces it; this only hides what it would refuse. */
export function usePermission(...needs: readonly Need[]): boolean {
  return meets(usePermissions(), needs);
}

/** An operator's avatar text: the number of “operator-3”, else the first letter. */
export function markOf(login: string): string {
  return /\d{1,2}$/.exec(login)?.[0] ?? login.slice(0, 1).toUpperCase();
}
