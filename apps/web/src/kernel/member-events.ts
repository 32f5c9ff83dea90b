/** The member's events: the private socket while someone is signed in. */
import { useEffect, useEffectEvent } from 'react';
import {
  MemberSocket,
  type MessageOf,
  type MessageTopic,
} from '../platform/sockets/member-socket.ts';
import { refetchArticles } from './articles.ts';
import { queryClient } from './query-client.ts';
import { currentSession, onSession } from './session.ts';

let onSessionEnded: (code: number) => void = () => {};

const socket = new MemberSocket({
  path: '/api/live',
  token: () => currentSession()?.token,
  onRestart: () => void queryClient.invalidateQueries(),
  onNews: refetchArticles,
  onRefused: (code) => onSessionEnded(code),
});

/** Follows the session from now on; calls `ended` with the code when the server ends it. */
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

/** Outside React: subscribes to one topic; returns the unsubscribe function. */
export function onMemberEvent<T extends MessageTopic>(
  topic: T,
  listener: (data: MessageOf<T>) => void,
): () => void {
  return socket.on(topic, listener);
}

/** Inside a screen: subscribes while the screen is shown. */
export function useMemberEvent<T extends MessageTopic>(
  topic: T,
  listener: (data: MessageOf<T>) => void,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => socket.on(topic, (data) => onEvent(data)), [topic]);
}
