/** The conversation with support: who is here, the messages, and where to write the next one. */
import { useQuery } from '@tanstack/react-query';
import type { RecordCard } from '@tern/protocol/client';
import {
  clockIcon,
  ConfirmDialog,
  historyIcon,
  IconButton,
  NavBar,
  Note,
  ScreenBody,
  ScreenHeader,
  Stack,
  TextButton,
} from '@tern/ui';
import { useState } from 'react';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useSession } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import {
  endConversation,
  type Hours,
  hoursQuery,
  loadEarlier,
  openConversation,
  sendTyping,
} from '../api.ts';
import { post, postAgain, type Sender, usePending } from '../outbox.ts';
import { ClosedFoot, RatingForm } from '../parts/closed-foot.tsx';
import { Composer } from '../parts/composer.tsx';
import { ConversationSheet } from '../parts/conversation-sheet.tsx';
import { Answers } from '../parts/answers.tsx';
import { PendingBubble } from '../parts/message-bubble.tsx';
import { MessageLog } from '../parts/message-log.tsx';
import { NewMessagePill } from '../parts/new-message-pill.tsx';
import { SupportHead } from '../parts/support-head.tsx';
import { TranscriptSheet } from '../parts/transcript-sheet.tsx';
import styles from '../parts/support.module.css';
import { momentOf } from '../support-times.ts';
import { hasEarlier, stillPending, type Thread } from '../thread.ts';
import { useLiveThread } from '../use-live-thread.ts';

type Overlay = 'conversations' | 'mail' | 'end' | undefined;

export function SupportScreen() {
  const t = useT();
  const back = useBack();
  const { data: hours, dataUpdatedAt: now } = useQuery(hoursQuery);
  const { query, isTyping } = useLiveThread();
  const [overlay, setOverlay] = useState<Overlay>();
  const conversation = query.data?.conversation;
  // A sheet that closes because another opened must not close that one.
  const close = (own: Overlay) => () => setOverlay((now) => (now === own ? undefined : now));
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('support.title')}
          back={back}
          action={
            <IconButton
              icon={historyIcon}
              isQuiet
              label={t('support.conversations')}
              onPress={() => setOverlay('conversations')}
            />
          }
        />
        <SupportHead hours={hours} now={now} conversation={conversation} />
      </ScreenHeader>
      <ScreenBody foot="cta" isPadded>
        <Loaded query={query}>
          {(thread) => (
            <Talk
              thread={thread}
              hours={hours}
              now={now}
              isTyping={isTyping}
              onMail={() => setOverlay('mail')}
            />
          )}
        </Loaded>
      </ScreenBody>
      <ConversationSheet
        conversation={conversation}
        isOpen={overlay === 'conversations'}
        onClose={close('conversations')}
        onMail={() => setOverlay('mail')}
        onEnd={() => setOverlay('end')}
      />
      <TranscriptSheet
        conversationId={conversation?.ID ?? 0}
        isOpen={overlay === 'mail'}
        onClose={close('mail')}
      />
      <EndDialog id={conversation?.ID ?? 0} isOpen={overlay === 'end'} onClose={close('end')} />
    </>
  );
}

interface TalkProps {
  thread: Thread;
  hours: Hours | undefined;
  /** When the hours were loaded, epoch ms. */
  now: number;
  isTyping: boolean;
  onMail: () => void;
}

function Talk({ thread, hours, now, isTyping, onMail }: TalkProps) {
  const i18n = useI18n();
  const { t, language } = i18n;
  const pending = stillPending(usePending(), thread);
  const { conversation, messages } = thread;
  const [attached, attach] = useState<RecordCard>();
  const isClosed = conversation?.state === 'closed';
  const opensAt = hours?.opensAt ?? null;
  const sender: Sender = { language, sentence: (error) => sentenceOf(error, i18n, false) };
  const startNew = useSubmit({ send: () => openConversation(language), onDone: () => {} });
  return (
    <>
      <p className={styles.rule}>{t('support.neverAsk')}</p>
      <Notes hours={hours} now={now} isEmpty={messages.length === 0} />
      {(messages.length === 0 || opensAt !== null) && !isClosed && <Answers onAsk={attach} />}
      {hasEarlier(thread) && (
        <p className={styles.rule}>
          <TextButton onPress={() => void loadEarlier().catch(() => {})}>
            {t('support.showEarlier')}
          </TextButton>
        </p>
      )}
      <Stack gap={8} top={8} role="log" aria-label={t('support.conversation')}>
        {conversation !== undefined && (
          <MessageLog messages={messages} conversation={conversation} opensAt={opensAt} />
        )}
        {pending.map((each) => (
          <PendingBubble
            key={each.clientId}
            pending={each}
            onRetry={() => postAgain(each.clientId, sender)}
          />
        ))}
        {isTyping && <Dots />}
      </Stack>
      {isClosed && conversation.stars === null && <RatingForm conversation={conversation} />}
      <NewMessagePill
        count={messages.length + pending.length}
        isOwn={pending.length > 0 || messages.at(-1)?.author === 'customer'}
      />
      {isClosed ? (
        <ClosedFoot onMail={onMail} onNew={() => startNew.submit(undefined)} />
      ) : (
        <Composer
          record={attached}
          onAttach={attach}
          onSend={(draft) => post(draft, sender)}
          onTyping={() => {
            if (conversation !== undefined) sendTyping(conversation.ID).catch(() => {});
          }}
        />
      )}
    </>
  );
}

interface NotesProps extends Pick<TalkProps, 'hours' | 'now'> {
  isEmpty: boolean;
}

/** Before the first message: what to expect. */
function Notes({ hours, now, isEmpty }: NotesProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isVisitor = useSession() === undefined;
  const opensAt = hours?.opensAt;
  if (opensAt !== null && opensAt !== undefined) {
    const time = momentOf(opensAt, now, i18n);
    return (
      <Note icon={clockIcon}>
        <b>{t('support.writeNow', { time })}</b>{' '}
        {t(isVisitor ? 'support.answersToVisitor' : 'support.answersToMember')}
      </Note>
    );
  }
  if (!isEmpty) return null;
  return <Note>{t(isVisitor ? 'support.visitorIntro' : 'support.intro')}</Note>;
}

function Dots() {
  const t = useT();
  return (
    <div className={styles.message}>
      <div className={styles.bubble}>
        <div className={styles.dots} role="img" aria-label={t('support.isWriting')}>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}

function EndDialog({ id, isOpen, onClose }: { id: number; isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: () => endConversation(id),
    onDone: onClose,
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={t('support.endQuestion')}
      confirmLabel={t('support.end')}
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      busyLabel={t('support.ending')}
      onConfirm={() => submit(undefined)}
      onCancel={onClose}
    >
      {t('support.endText')}
    </ConfirmDialog>
  );
}
