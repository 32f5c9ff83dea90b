/** Asks for the queue anew whenever the server says that it has changed. */
import { useEffect, useState } from 'react';
import { keepLive } from '../platform/live-socket.ts';
import { queryClient } from './query-client.ts';
import { endSession } from './session.ts';
import { texts } from './texts.ts';

/** Keys of everything that a decision of somebody else may change begin with this word. */
export const REVIEWS = 'reviews';

/** Gives whether the queue is live; false while the connection is lost. */
export function useLiveQueue(token: string): boolean {
  const [isLive, setLive] = useState(true);
  useEffect(
    () =>
      keepLive({
        token,
        onLink: setLive,
        onMessage: ({ kind }) => {
          if (kind === 'refused') endSession(texts.login.ended);
          // After a lost connection nobody told what changed meanwhile.
          if (kind === 'reviews' || kind === 'welcome') {
            void queryClient.invalidateQueries({ queryKey: [REVIEWS] });
          }
        },
      }),
    [token],
  );
  return isLive;
}
