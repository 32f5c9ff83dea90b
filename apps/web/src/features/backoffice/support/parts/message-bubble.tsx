/** One message: theirs on the left, own ones on the right, with time and state below. */
import {
  checkIcon,
  classNames,
  clockIcon,
  formatDate,
  Icon,
  Note,
  shieldIcon,
  warningIcon,
} from '@tern/ui';
import { Fragment, type ReactNode } from 'react';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { momentOf } from '../support-times.ts';
import { type Conversation, type Message, type Pending, stateOf } from '../thread.ts';
import { MessageImage, Picture } from './message-image.tsx';
import { RecordLines } from './record-lines.tsx';
import { RecordLink } from './record-link.tsx';
import recordStyles from './records.module.css';
import styles from './support.module.css';

export interface MessageBubbleProps {
  message: Message;
  conversation: Conversation;
  /** When support opens, if it is closed now. */
  opensAt: string | null;
}

export function MessageBubble({ message, conversation, opensAt }: MessageBubbleProps) {
  const t = useT();
  const { author, hidden, image, record, text } = message;
  const isOwn = author === 'customer';
  const isFramed = text === '' && author !== 'automatic' && (image !== null || record !== null);
  return (
    <>
      <div className={classNames(styles.message, isOwn && styles.own)}>
        <div className={classNames(styles.bubble, isFramed && styles.framed)}>
          {author === 'automatic' ? <AutomaticText message={message} /> : null}
          {text !== '' && <MessageText text={text} hidden={hidden} />}
          {image !== null && <MessageImage conversationId={conversation.ID} image={image} />}
          {record !== null && (
            <div className={styles.attached}>
              <RecordLink record={record} hasAct={message.kind === 'cancellable'} />
            </div>
          )}
        </div>
        <Foot message={message} conversation={conversation} opensAt={opensAt} />
      </div>
      {isOwn && hidden.length > 0 && (
        <Note icon={shieldIcon}>{t(`support.${hidden[0]!.kind}WasHidden`)}</Note>
      )}
    </>
  );
}

function AutomaticText({ message }: { message: Message }) {
  const { kind, opensAt, CreatedAt } = message;
  const i18n = useI18n();
  const { t } = i18n;
  if (kind === 'unanswered') return <p className={styles.text}>{t('support.closedUnanswered')}</p>;
  if (kind === 'cancellable') return <p className={styles.text}>{t('support.cancellable')}</p>;
  if (kind === 'ended') return <p className={styles.text}>{t('support.youEnded')}</p>;
  return (
    <p className={styles.text}>
      {opensAt === null
        ? t('support.awayAnswer')
        : t('support.awayAnswerAt', { time: momentOf(opensAt, CreatedAt, i18n) })}
    </p>
  );
}

function Foot({ message, conversation, opensAt }: MessageBubbleProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const time = formatDate(message.CreatedAt, { locale, detail: 'clock' });
  if (message.author === 'automatic') {
    return <p className={styles.foot}>{t('support.automatic', { time })}</p>;
  }
  if (message.author === 'operator') return <p className={styles.foot}>{time}</p>;
  const state = stateOf(message, conversation, opensAt);
  if (state === 'read') return <p className={styles.foot}>{t('support.read', { time })}</p>;
  return (
    <p className={styles.foot}>
      <Icon of={checkIcon} size={14} />
      {state === 'kept' && opensAt !== null
        ? t('support.kept', { time, until: momentOf(opensAt, message.CreatedAt, i18n) })
        : t('support.sent', { time })}
    </p>
  );
}

export interface PendingBubbleProps {
  pending: Pending;
  onRetry: () => void;
}

export function PendingBubble({ pending, onRetry }: PendingBubbleProps) {
  const { t, locale } = useI18n();
  const { text, image, record, at, failure } = pending;
  const hasFailed = failure !== undefined;
  return (
    <div className={classNames(styles.message, styles.own, hasFailed && styles.failed)}>
      <div className={classNames(styles.bubble, text === '' && styles.framed)}>
        {text !== '' && <MessageText text={text} hidden={[]} />}
        {image !== undefined && <Picture src={image.dataUrl} height={118} />}
        {record !== undefined && (
          <div className={classNames(styles.attached, recordStyles.record)}>
            <RecordLines record={record} />
          </div>
        )}
      </div>
      {hasFailed ? (
        <FailedFoot failure={failure} onRetry={onRetry} />
      ) : (
        <p className={styles.foot}>
          <Icon of={clockIcon} size={14} />
          {t('support.sending', { time: formatDate(at, { locale, detail: 'clock' }) })}
        </p>
      )}
    </div>
  );
}

function FailedFoot({ failure, onRetry }: { failure: string; onRetry: () => void }): ReactNode {
  const t = useT();
  return (
    <p className={styles.foot} role="alert">
      <Icon of={warningIcon} size={14} />
      {t('support.notSent')}
      {failure !== '' && ` ${failure}`}
      <button type="button" className={styles.retry} onClick={onRetry}>
        {t('common.tryAgain')}
      </button>
    </p>
  );
}

/** As in the protocol, whose schemas are not part of the app. */
const HIDDEN_PART = '\ufffc';

const LABELS = {
  password: 'support.hiddenPassword',
  code: 'support.hiddenCode',
  card: 'support.hiddenCard',
} as const;

/** The text of a message: plain, with a mark for each part that was hidden. */
function MessageText({ text, hidden }: Pick<Message, 'text' | 'hidden'>) {
  const t = useT();
  const parts = text.split(HIDDEN_PART);
  return (
    <p className={styles.text} dir="auto">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts never change their order
        <Fragment key={index}>
          {index > 0 && (
            <span className={styles.hidden}>
              {t(LABELS[hidden[index - 1]?.kind ?? 'password'])}
            </span>
          )}
          {part}
        </Fragment>
      ))}
    </p>
  );
}
