/** The messages of a conversation by day, answers that are not sent yet, and who is writing. */
import { Button, classNames, formatDate, formatDayHeading, Icon, shieldIcon } from '@tern/ui';
import { useState } from 'react';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { useSession } from '../../../kernel/session.ts';
import { useWriters } from '../../../kernel/writing.ts';
import { useNow } from '../../../platform/now.ts';
import { type Conversation, type Message, readEarlier } from './api.ts';
import styles from './inbox.module.css';
import { MessageImage } from './message-image.tsx';
import { Record, recordName } from './record.tsx';
import { type Outgoing, sendAgain, takeBack, useUnsent } from './unsent.ts';
import { type Piece, piecesOf } from './view-model.ts';
import { supportTexts } from './texts.ts';

export interface MessagesProps {
  conversation: Conversation;
  list: readonly Message[];
  hasEarlier: boolean;
}

const DAY_MS = 86_400_000;

export function Messages({ conversation, list, hasEarlier }: MessagesProps) {
  const now = useNow(DAY_MS / 24);
  const id = String(conversation.ID);
  const { outgoing } = useUnsent(id);
  const stored = new Set(list.map(({ clientId }) => clientId));
  const dayOf = ({ CreatedAt }: Message) => formatDayHeading(CreatedAt, now, { locale: 'en' });
  return (
    <div className={styles.scroll}>
      <div className={styles.messages} role="log" aria-label={supportTexts.inbox.thread}>
        {hasEarlier && <Earlier id={id} before={list[0]?.seq ?? 1} />}
        {list.map((message, at) => {
          const before = list[at - 1];
          const day = dayOf(message);
          const isNewDay = before === undefined || dayOf(before) !== day;
          return (
            <div key={message.seq} className={styles.entry}>
              {isNewDay && <p className={styles.day}>{day}</p>}
              <Entry message={message} conversation={conversation} />
            </div>
          );
        })}
        {outgoing
          .filter(({ clientId }) => !stored.has(clientId))
          .map((each) => (
            <Unsent key={each.clientId} id={id} outgoing={each} />
          ))}
        <Writers id={id} />
      </div>
    </div>
  );
}

function Earlier({ id, before }: { id: string; before: number }) {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const read = async () => {
    setBusy(true);
    setError('');
    try {
      await readEarlier(id, before);
    } catch (failure) {
      setError(sentenceOf(failure));
    }
    setBusy(false);
  };
  return (
    <div className={styles.earlier}>
      <Button isSmall isBusy={isBusy} onPress={() => void read()}>
        {supportTexts.inbox.earlier}
      </Button>
      {error !== '' && <p role="alert">{error}</p>}
    </div>
  );
}

function Entry({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { author } = message;
  const clock = formatDate(message.CreatedAt, { locale: 'en', detail: 'clock' });
  if (author === 'automatic') {
    return (
      <p className={styles.event}>
        {clock} · {eventText(message)}
      </p>
    );
  }
  const isOurs = author === 'operator';
  const isRead = message.seq <= conversation.readSeq;
  return (
    <>
      <div className={classNames(styles.bubble, isOurs && styles.ours)}>
        <Body
          message={message}
          conversation={conversation}
          who={message.login || whoOf(conversation)}
        />
        <span>
          {clock}
          {isOurs &&
            ` · ${message.login}, ${isRead ? supportTexts.inbox.read : supportTexts.inbox.notRead}`}
        </span>
      </div>
      {message.hidden[0] !== undefined && (
        <p className={styles.hiddenNote}>
          <Icon of={shieldIcon} size={16} />
          {supportTexts.inbox.hiddenNote[message.hidden[0].kind]}
        </p>
      )}
    </>
  );
}

/** What a rule of the server did. */
function eventText({ kind, opensAt, record }: Message): string {
  const { inbox } = supportTexts;
  if (kind === 'unanswered' || kind === 'ended') return inbox.automatics[kind];
  if (kind === 'cancellable') return `${record?.recordNo ?? ''} ${inbox.cancellable}`.trim();
  if (opensAt === null) return inbox.awayLine;
  return inbox.away(formatDate(opensAt, { locale: 'en', detail: 'short' }));
}

const whoOf = ({ email }: Conversation) => email || supportTexts.inbox.visitor;

interface BodyProps {
  message: Message;
  conversation: Conversation;
  who: string;
}

/** Plain text as it was written: nothing in it becomes a link. */
function Body({ message, conversation, who }: BodyProps) {
  const { image, record } = message;
  const { ID, memberId } = conversation;
  const pieces = piecesOf(message);
  return (
    <>
      {pieces.length > 0 && <p dir="auto">{pieces.map(drawn)}</p>}
      {image !== null && <MessageImage conversation={String(ID)} image={image} who={who} />}
      {record !== null && memberId !== null && <Record record={record} memberId={memberId} />}
    </>
  );
}

function drawn(piece: Piece, at: number) {
  if (typeof piece === 'string') return piece;
  return (
    <span key={`${at} ${piece.kind}`} className={styles.hidden}>
      {supportTexts.inbox.hidden[piece.kind](piece.length)}
    </span>
  );
}

function Unsent({ id, outgoing }: { id: string; outgoing: Outgoing }) {
  const { text, image, record, error } = outgoing;
  const { inbox } = supportTexts;
  return (
    <div className={styles.entry}>
      <div className={classNames(styles.bubble, styles.ours, styles.unsent)}>
        {text !== '' && <p dir="auto">{text}</p>}
        {image !== undefined && <p>{supportTexts.answer.attached(image.name)}</p>}
        {record !== undefined && <p>{recordName(record)}</p>}
        {error === undefined ? (
          <span>{inbox.sending}</span>
        ) : (
          <div role="alert" className={styles.failed}>
            <span>
              {inbox.notSent} {error}
            </span>
            <Button isSmall onPress={() => sendAgain(id, outgoing)}>
              {inbox.again}
            </Button>
            <Button isSmall kind="outline" onPress={() => takeBack(id, outgoing)}>
              {inbox.discard}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function Writers({ id }: { id: string }) {
  const me = useSession()?.operator.login;
  const others = useWriters(id).filter((login) => login !== me);
  return (
    <p className={styles.writers} role="status">
      {others
        .map((login) =>
          login === '' ? supportTexts.inbox.customerWrites : supportTexts.inbox.writes(login),
        )
        .join(' · ')}
    </p>
  );
}
