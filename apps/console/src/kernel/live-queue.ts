/** Refetches the queue and conversations when the server reports a change. */
import { useEffect, useState } from 'react';
import type { OperatorMessage } from '@tern/protocol/operator/client';
import { keepLive } from '../platform/live-socket.ts';
import { ME } from './mode.ts';
import { queryClient } from './query-client.ts';
import { endSession } from './session.ts';
import { texts } from './texts.ts';
import { forgetWriting, noteWriting } from './writing.ts';

/** First part of all query keys whose data a decision may change. */
export const REVIEWS = 'reviews';

/** First part of all query keys of conversations; `inbox`, or `one` and `messages` with an id, follow. */
export const SUPPORT = 'support';

/** First part of all query keys of invariants and read-only mode. */
export const OPERATIONS = 'operations';

/** First part of all query keys of markets and their halts. */
export const MARKETS = 'markets';

const refetch = (...queryKey: readonly string[]) =>
  void queryClient.invalidateQueries({ queryKey });

/** Returns false while the connection is lost. */
export function useLiveQueue(token: string): boolean {
  const [isLive, setLive] = useState(true);
  useEffect(
    () =>
      keepLive({
        token,
        onLink: setLive,
        onMessage: take,
      }),
    [token],
  );
  return isLive;
}

function take(message: OperatorMessage): void {
  switch (message.kind) {
    case 'refused':
      return endSession(texts.login.ended);
    case 'welcome':
      // Changes during a lost connection were missed.
      refetch(REVIEWS);
      refetch(OPERATIONS);
      refetch(MARKETS);
      refetch(ME);
      return refetch(SUPPORT);
    case 'reviews':
      return refetch(REVIEWS);
    case 'operations':
      return refetch(OPERATIONS);
    case 'markets':
      return refetch(MARKETS);
    case 'roles':
      refetch(ME);
      return refetch(REVIEWS);
    case 'service':
      // A new message ends the writing of it.
      forgetWriting(String(message.ID), '');
      refetch(SUPPORT, 'inbox');
      refetch(SUPPORT, 'one', String(message.ID));
      return refetch(SUPPORT, 'messages', String(message.ID));
    case 'serviceTyping':
      return noteWriting(String(message.ID), message.login);
    default:
      return undefined;
  }
}
