/** Messages in their order, each day that is not today below its heading. */
import { formatDayHeading, useNumberLocale } from '@tern/ui';
import { Fragment } from 'react';
import { serverNow } from '../../../../kernel/site-config.ts';
import type { Conversation, Message } from '../thread.ts';
import { MessageBubble } from './message-bubble.tsx';
import styles from './support.module.css';

export interface MessageLogProps {
  messages: readonly Message[];
  conversation: Conversation;
  /** When support opens, if it is closed now. */
  opensAt: string | null;
}

export function MessageLog({ messages, conversation, opensAt }: MessageLogProps) {
  const locale = useNumberLocale();
  const now = serverNow();
  const dayOf = (at: number | string) => formatDayHeading(at, now, { locale });
  return messages.map((message, index) => {
    const day = dayOf(message.CreatedAt);
    const isNewDay = day !== dayOf(messages[index - 1]?.CreatedAt ?? now);
    return (
      <Fragment key={message.clientId || message.seq}>
        {isNewDay && <p className={styles.day}>{day}</p>}
        <MessageBubble message={message} conversation={conversation} opensAt={opensAt} />
      </Fragment>
    );
  });
}
