/** Refetches the queue when the server reports a change. */
import { useEffect, useState } from 'react';
import { keepLive } from '../platform/live-socket.ts';
import { queryClient } from './query-client.ts';
import { endSession } from './session.ts';
import { texts } from './texts.ts';

/** First part of all query keys whose data a decision may change. */
export const REVIEWS = 'reviews';

/** Returns false while the connection is lost. */
export function useLiveQueue(token: string): boolean {
  const [isLive, setLive] = useState(true);
  useEffect(
    () =>
      keepLive({
        token,
        onLink: setLive,
        onMessage: ({ kind }) => {
          if (kind === 'refused') endSession(texts.login.ended);
          // Changes during a lost connection were missed.
          if (kind === 'reviews' || kind === 'welcome') {
            void queryClient.invalidateQueries({ queryKey: [REVIEWS] });
          }
        },
      }),
    [token],
  );
  return isLive;
}
