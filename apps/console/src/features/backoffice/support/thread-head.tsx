/** The head of a conversation: who it is with, their language, who has it, and its acts. */
import { Button, checkIcon, chevronLeftIcon, formatDate, Icon, Text } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { useNow } from '../../../platform/now.ts';
import type { Conversation } from './api.ts';
import styles from './inbox.module.css';
import { supportTexts } from './texts.ts';

const HOUR_MS = 3_600_000;

export interface ThreadHeadProps {
  conversation: Conversation;
  isMine: boolean;
  onAsk: (question: 'close' | 'handOver') => void;
}

export function ThreadHead({ conversation, isMine, onAsk }: ThreadHeadProps) {
  const { email, lang } = conversation;
  const now = useNow(HOUR_MS);
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <a className={styles.back} href={hrefOf(pages.inbox)}>
          <Icon of={chevronLeftIcon} size={18} />
          {supportTexts.inbox.back}
        </a>
        <h2 title={email}>{email || supportTexts.inbox.visitor}</h2>
        <Text size="label" tone="faint">
          {supportTexts.inbox.reads(langName(lang))} · {holderText(conversation, { isMine, now })}
        </Text>
      </div>
      {isMine && (
        <>
          <Button isSmall kind="outline" onPress={() => onAsk('handOver')}>
            {supportTexts.handOver.act}
          </Button>
          <Button isSmall icon={checkIcon} onPress={() => onAsk('close')}>
            {supportTexts.close.act}
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

const dayOf = (at: string | number | null) => formatDate(at, { locale: 'en', detail: 'day' });

function holderText(
  { operator, assignedAt, closedAt }: Conversation,
  { isMine, now }: { isMine: boolean; now: number },
): string {
  const at = (time: string | null) => {
    const isToday = dayOf(time) === dayOf(now);
    return formatDate(time, { locale: 'en', detail: isToday ? 'clock' : 'short' });
  };
  if (closedAt !== null) return supportTexts.inbox.closedAt(at(closedAt));
  if (operator === null) return supportTexts.inbox.noOne;
  return isMine
    ? supportTexts.inbox.yoursSince(at(assignedAt))
    : supportTexts.inbox.withSince(operator.login, at(assignedAt));
}
