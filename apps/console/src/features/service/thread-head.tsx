/** The head of a conversation: who it is with, their language, who has it, and its acts. */
import { Button, checkIcon, chevronLeftIcon, formatDate, Icon } from '@tern/ui';
import { pages } from '../../kernel/pages.ts';
import { texts } from '../../kernel/texts.ts';
import { hrefOf } from '../../platform/address.ts';
import type { Conversation } from './api.ts';
import styles from './inbox.module.css';

export interface ThreadHeadProps {
  conversation: Conversation;
  isMine: boolean;
  onAsk: (question: 'close' | 'handOver') => void;
}

export function ThreadHead({ conversation, isMine, onAsk }: ThreadHeadProps) {
  const { email, lang } = conversation;
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <a className={styles.back} href={hrefOf(pages.inbox)}>
          <Icon of={chevronLeftIcon} size={18} />
          {texts.inbox.back}
        </a>
        <h2 title={email}>{email || texts.inbox.visitor}</h2>
        <p>
          {texts.inbox.reads(langName(lang))} · {holderText(conversation, isMine)}
        </p>
      </div>
      {isMine && (
        <>
          <Button isSmall kind="outline" onPress={() => onAsk('handOver')}>
            {texts.handOver.act}
          </Button>
          <Button isSmall icon={checkIcon} onPress={() => onAsk('close')}>
            {texts.close.act}
            <kbd aria-hidden="true">E</kbd>
          </Button>
        </>
      )}
    </header>
  );
}

/** The English name of a language's prefix. */
export function langName(lang: string): string {
  const names: Readonly<Record<string, string>> = texts.announcements.langs;
  return names[lang] ?? lang;
}

function holderText({ operator, assignedAt, closedAt }: Conversation, isMine: boolean): string {
  const at = (time: string | null) => formatDate(time, { locale: 'en', detail: 'clock' });
  if (closedAt !== null) return texts.inbox.closedAt(at(closedAt));
  if (operator === null) return texts.inbox.noOne;
  return isMine
    ? texts.inbox.yoursSince(at(assignedAt))
    : texts.inbox.withSince(operator.login, at(assignedAt));
}
