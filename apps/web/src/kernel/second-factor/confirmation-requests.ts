/** Confirmations that the member is asked for: one at a time, by whichever call needs one (ADR 42). */
import type { ConfirmationRequest } from '@tern/protocol/client';
import { useSyncExternalStore } from 'react';
import type { CallError } from '../../platform/http/call-error.ts';

/** A call that waits for its confirmation. */
export interface WaitingCall {
  request: ConfirmationRequest;
  /** Continues the call with the confirmation's id; undefined gives up. */
  answer: (confirmationId: string | undefined) => void;
}

let waiting: readonly WaitingCall[] = [];
const listeners = new Set<() => void>();

function put(next: readonly WaitingCall[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Resolves with the id of the confirmation once the member has given it; undefined when they cancel. */
export function askToConfirm({ data }: CallError): Promise<string | undefined> {
  return new Promise((resolve) => {
    const call: WaitingCall = {
      request: data as ConfirmationRequest,
      answer: (confirmationId) => {
        put(waiting.filter((each) => each !== call));
        resolve(confirmationId);
      },
    };
    put([...waiting, call]);
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const firstWaiting = () => waiting[0];

/** The call to confirm next. */
export function useWaitingCall(): WaitingCall | undefined {
  return useSyncExternalStore(subscribe, firstWaiting, firstWaiting);
}
