/** The conversation on the screen: live updates, the writing of an operator, and what the customer has read. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMemberEvent } from '../../../kernel/member-events.ts';
import { useSession } from '../../../kernel/session.ts';
import { isVisible, onVisibility } from '../../../platform/connection.ts';
import { openVisitorSocket } from '../../../platform/sockets/visitor-socket.ts';
import { markRead, showUpdate, shownThread, threadQuery, visitorToken } from './api.ts';
import { type Thread, unreadThrough } from './thread.ts';

/** An operator who stops writing sends nothing. */
const TYPING_MS = 6_000;

export function useLiveThread() {
  const query = useQuery(threadQuery());
  const id = query.data?.conversation?.ID;
  const typing = useTyping(id, query.data?.messages.at(-1)?.seq);
  useMemberEvent('service.changed', showUpdate);
  useMemberEvent('service.typing', (data) => typing.show(data.ID));
  useVisitorSocket(id, typing.show);
  useReadMark(query.data);
  return { query, isTyping: typing.isShown };
}

function useTyping(id: number | undefined, lastSeq: number | undefined) {
  const [shown, setShown] = useState<{ seq: number | undefined; at: number }>();
  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(() => setShown(undefined), TYPING_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return {
    // The message itself ends it.
    isShown: shown !== undefined && shown.seq === lastSeq,
    show: (ID: number) => {
      if (ID === id) setShown({ seq: shownThread().messages.at(-1)?.seq, at: Date.now() });
    },
  };
}

function useVisitorSocket(id: number | undefined, showTyping: (id: number) => void): void {
  const isVisitor = useSession() === undefined;
  const onTyping = useEffectEvent(showTyping);
  useEffect(() => {
    const visitor = visitorToken.read();
    if (!isVisitor || id === undefined || visitor === undefined) return undefined;
    return openVisitorSocket({
      hello: () => ({ visitor, after: shownThread().messages.at(-1)?.seq ?? 0 }),
      onMessage: (message) => {
        if (message.kind === 'changed') showUpdate(message);
        if (message.kind === 'typing') onTyping(message.ID);
      },
    });
  }, [isVisitor, id]);
}

/** While the app is visible, what is on the screen is read. */
function useReadMark(thread: Thread | undefined): void {
  const id = thread?.conversation?.ID;
  const through = thread === undefined ? undefined : unreadThrough(thread);
  useEffect(() => {
    if (id === undefined || through === undefined) return undefined;
    const mark = () => {
      // A lost mark is made up for by the next one.
      if (isVisible()) markRead(id, through).catch(() => {});
    };
    mark();
    return onVisibility(mark);
  }, [id, through]);
}
