/** One conversation: head with its acts, messages, the answer box or why there is none, and the customer beside it. */
import { Button, ConfirmDialog, GrowingField } from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { newRequestId, useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { toastClearance } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { goTo } from '../../../platform/address.ts';
import { call } from '../../../platform/call.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { AnswerBox } from './answer-box.tsx';
import { type Conversation, useConversation, useThread } from './api.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import styles from './inbox.module.css';
import { Messages } from './messages.tsx';
import { ThreadAside } from './thread-aside.tsx';
import { ThreadHead } from './thread-head.tsx';
import { TEXT_MAX } from './view-model.ts';
import { supportTexts } from './texts.ts';

export function ThreadPane({ id }: { id: string }) {
  return <Loaded query={useConversation(id)}>{(found) => <Thread conversation={found} />}</Loaded>;
}

function Thread({ conversation }: { conversation: Conversation }) {
  const me = useSession()?.operator.ID;
  const { ID, memberId, operator, closedAt } = conversation;
  const id = String(ID);
  const thread = useThread(id);
  const box = useRef<HTMLTextAreaElement>(null);
  const [asked, ask] = useState<'close' | 'handOver'>();
  const isMine = operator !== null && operator.ID === me && closedAt === null;
  const newest = thread.data?.list.at(-1)?.seq ?? 0;
  useReadMark(conversation, isMine ? newest : 0);
  const customer =
    memberId === null ? undefined : () => goTo(pages.customers, { id: `${memberId}` });
  useShortcuts({
    r: isMine ? () => box.current?.focus() : undefined,
    e: isMine ? () => ask('close') : undefined,
    o: customer,
  });
  return (
    <div className={styles.thread}>
      <article className={styles.talk}>
        <ThreadHead conversation={conversation} isMine={isMine} onAsk={ask} />
        <Loaded query={thread}>
          {({ list, hasEarlier }) => (
            <Messages conversation={conversation} list={list} hasEarlier={hasEarlier} />
          )}
        </Loaded>
        <footer ref={toastClearance} className={styles.foot}>
          {isMine ? (
            <AnswerBox conversation={conversation} box={box} />
          ) : (
            <NotMine conversation={conversation} />
          )}
        </footer>
      </article>
      <ThreadAside conversation={conversation} />
      {asked === 'close' && <CloseDialog id={id} onEnd={() => ask(undefined)} />}
      {asked === 'handOver' && <HandOverDialog id={id} onEnd={() => ask(undefined)} />}
    </div>
  );
}

/** Why the operator cannot answer, and the button that changes it. */
function NotMine({ conversation: { ID, operator, state, stars, ratingText } }: Shown) {
  const claim = useAct('POST /operator/service/claim', () => supportTexts.inbox.claimed);
  const run = () => claim.run({ ID: String(ID) });
  const isFree = operator === null && state !== 'closed';
  useShortcuts({ c: isFree ? run : undefined });
  if (state === 'closed') {
    return (
      <div className={styles.over}>
        <p>{supportTexts.inbox.closed}</p>
        {stars !== null && (
          <p>
            {supportTexts.inbox.rated(stars)}
            {ratingText !== '' && <q>{ratingText}</q>}
          </p>
        )}
      </div>
    );
  }
  if (operator !== null)
    return <p className={styles.over}>{supportTexts.inbox.withOther(operator.login)}</p>;
  return (
    <Button kind="primary" isBusy={claim.isBusy} onPress={run}>
      {supportTexts.inbox.claim}
      <kbd aria-hidden="true">C</kbd>
    </Button>
  );
}

interface Shown {
  conversation: Conversation;
}

/** Marks messages as read while their operator has the conversation on the screen. `newest` 0: not theirs. */
function useReadMark({ ID, serviceReadSeq }: Conversation, newest: number): void {
  const sent = useRef(0);
  useEffect(() => {
    const mark = () => {
      if (document.hidden || newest <= Math.max(serviceReadSeq, sent.current)) return;
      sent.current = newest;
      // The next message, or the next look, marks it again.
      void call('POST /operator/service/read', { ID: String(ID), seq: newest }).catch(() => {
        sent.current = 0;
      });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [ID, serviceReadSeq, newest]);
}

/** Closes a conversation with a last message to the customer. */
function CloseDialog({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { close: labels } = supportTexts;
  const [last, setLast] = useState('');
  const [isTried, setTried] = useState(false);
  // The same for every attempt of this dialog, so that the message goes out once.
  const [clientId] = useState(newRequestId);
  const closing = useAct('POST /operator/service/close', () => labels.done);
  const text = last.trim();
  return (
    <ConfirmDialog
      isOpen
      question={labels.question}
      confirmLabel={labels.submit}
      cancelLabel={texts.review.cancel}
      isBusy={closing.isBusy}
      onCancel={onEnd}
      onConfirm={() => {
        setTried(true);
        if (text !== '') closing.run({ ID: id, clientId, text }, onEnd);
      }}
    >
      <p>{labels.lead}</p>
      <GrowingField
        label={labels.last}
        name="last"
        rows={2}
        maxLength={TEXT_MAX}
        error={isTried && text === '' ? labels.missing : undefined}
        value={last}
        onChange={setLast}
      />
    </ConfirmDialog>
  );
}
