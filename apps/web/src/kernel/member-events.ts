/** What happens to the member, as it happens: the private socket for as long as someone is signed in. */
import type { Topic, Topics } from '@tern/protocol/client';
import { useEffect, useEffectEvent } from 'react';
import { MemberSocket } from '../platform/sockets/member-socket.ts';
import { askForNews } from './articles.ts';
import { queryClient } from './query-client.ts';
import { currentSession, onSession } from './session.ts';

let onSessionEnded: (code: number) => void = () => {};

const socket = new MemberSocket({
  path: '/api/live',
  token: () => currentSession()?.token,
  onRestart: () => void queryClient.invalidateQueries(),
  onNews: askForNews,
  onRefused: (code) => onSessionEnded(code),
});

/** Follows the session from now on; `ended` is told the code when the server ends it. */
export function startMemberEvents(ended: (code: number) => void): void {
  onSessionEnded = ended;
  let token: string | undefined;
  const follow = () => {
    const next = currentSession()?.token;
    if (next === token) return;
    token = next;
    socket.stop();
    if (next !== undefined) socket.start();
  };
  onSession(follow);
  follow();
}

/** Outside React: listens to one topic; returns how to stop. */
export function onMemberEvent<T extends Topic>(
  topic: T,
  listener: (data: Topics[T]) => void,
): () => void {
  return socket.on(topic, listener);
}

/** Inside a screen: listens while the screen is shown. */
export function useMemberEvent<T extends Topic>(
  topic: T,
  listener: (data: Topics[T]) => void,
): void {
  const heard = useEffectEvent(listener);
  useEffect(() => socket.on(topic, (data) => heard(data)), [topic]);
}
