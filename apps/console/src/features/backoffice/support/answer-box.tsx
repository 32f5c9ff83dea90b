/** The answer: text, an image, a record of the customer, saved replies on a slash. Kept when it fails or another conversation is opened. */
import { Button, closeIcon, documentIcon, Icon, IconButton, imageIcon } from '@tern/ui';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useSession } from '../../../kernel/session.ts';
import { useWriters } from '../../../kernel/writing.ts';
import { call } from '../../../platform/call.ts';
import type { Conversation } from './api.ts';
import styles from './inbox.module.css';
import { RecordMenu } from './record-menu.tsx';
import { recordName } from './record.tsx';
import { SignAs } from './sign-as.tsx';
import { langName } from './thread-head.tsx';
import { sendDraft, setDraft, setImage, setRecord, useUnsent } from './unsent.ts';
import { useAttach } from './use-attach.ts';
import { type OpenMenu, useReplyMenu } from './use-reply-menu.ts';
import { TEXT_MAX, textIn } from './view-model.ts';
import { supportTexts } from './texts.ts';

/** Half of the time for which others see that somebody writes. */
const REPORT_EVERY_MS = 3_000;
const SEND_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘↵' : 'Ctrl ↵';
/** From here on the rest is counted. */
const LEFT_SHOWN = 200;

export interface AnswerBoxProps {
  conversation: Conversation;
  box: RefObject<HTMLTextAreaElement | null>;
}

export function AnswerBox({ conversation, box }: AnswerBoxProps) {
  const { ID, lang, memberId } = conversation;
  const id = String(ID);
  const { draft, image, record } = useUnsent(id);
  const [isChoosing, setChoosing] = useState(false);
  const me = useSession()?.operator.login;
  const other = useWriters(id).find((login) => login !== '' && login !== me);
  const menu = useReplyMenu(id, draft, lang);
  const report = useReport(id);
  const attach = useAttach(id);
  const mayBeSent =
    other === undefined &&
    !menu.isOpen &&
    !attach.isBusy &&
    (draft.trim() !== '' || image !== undefined || record !== undefined);
  const send = () => mayBeSent && sendDraft(id);
  const endChoice = () => {
    setChoosing(false);
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send();
    } else if (menu.onKey(event.key)) event.preventDefault();
    else if (event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <>
      <Presence conversation={conversation} />
      {menu.isOpen && <ReplyMenu {...menu} lang={lang} />}
      {isChoosing && !menu.isOpen && (
        <RecordMenu
          id={id}
          onClose={() => endChoice()}
          onPick={(chosen) => {
            setRecord(id, chosen);
            endChoice();
          }}
        />
      )}
      <div className={styles.box}>
        <textarea
          ref={box}
          name="answer"
          rows={2}
          dir="auto"
          maxLength={TEXT_MAX}
          aria-label={supportTexts.answer.label}
          aria-controls={menu.isOpen ? menu.listId : undefined}
          aria-activedescendant={menu.isOpen ? menu.activeId : undefined}
          placeholder={supportTexts.answer.placeholder}
          value={draft}
          onChange={(event) => {
            setDraft(id, event.currentTarget.value);
            report();
          }}
          onKeyDown={onKeyDown}
        />
        <Attachments id={id} />
        {attach.error !== '' && (
          <p role="alert" className={styles.fault}>
            {attach.error}
          </p>
        )}
        <div className={styles.boxFoot}>
          <AttachImage attach={attach} />
          {memberId !== null && (
            <IconButton
              icon={documentIcon}
              size={18}
              isQuiet
              label={supportTexts.answer.attachRecord}
              onPress={() => setChoosing(!isChoosing)}
            />
          )}
          <div className={styles.hints}>
            <span>{hintOf(draft, lang)}</span>
            <SignAs />
          </div>
          <Button kind="primary" isSmall isDisabled={!mayBeSent} onPress={send}>
            {supportTexts.answer.send}
            <kbd aria-hidden="true">{SEND_KEYS}</kbd>
          </Button>
        </div>
      </div>
    </>
  );
}

function AttachImage({ attach }: { attach: ReturnType<typeof useAttach> }) {
  return (
    <>
      <IconButton
        icon={imageIcon}
        size={18}
        isQuiet
        label={attach.isBusy ? supportTexts.answer.uploading : supportTexts.answer.attach}
        onPress={() => attach.field.current?.click()}
      />
      <input
        ref={attach.field}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={supportTexts.answer.attach}
        onChange={(event) => attach.take(event.currentTarget)}
      />
    </>
  );
}

/** What goes out with the answer. */
function Attachments({ id }: { id: string }) {
  const { image, record } = useUnsent(id);
  return (
    <>
      {image !== undefined && (
        <Attachment
          icon={imageIcon}
          name={image.name}
          label={supportTexts.answer.removeImage}
          onRemove={() => setImage(id, undefined)}
        />
      )}
      {record !== undefined && (
        <Attachment
          icon={documentIcon}
          name={recordName(record)}
          label={supportTexts.answer.removeRecord}
          onRemove={() => setRecord(id, undefined)}
        />
      )}
    </>
  );
}

interface AttachmentProps {
  icon: string;
  name: string;
  /** Of the button that removes it. */
  label: string;
  onRemove: () => void;
}

function Attachment({ icon, name, label, onRemove }: AttachmentProps) {
  return (
    <p className={styles.attached}>
      <Icon of={icon} size={16} />
      <span>{name}</span>
      <IconButton icon={closeIcon} size={16} isQuiet label={label} onPress={onRemove} />
    </p>
  );
}

function hintOf(draft: string, lang: string): string {
  const left = TEXT_MAX - draft.length;
  return left <= LEFT_SHOWN
    ? supportTexts.answer.tooLong(left)
    : supportTexts.answer.inLang(langName(lang));
}

/** How a customer who is away gets the answer. */
function Presence({ conversation: { isHere, getsMail } }: { conversation: Conversation }) {
  if (isHere) return null;
  return (
    <p className={styles.presence}>
      {getsMail ? supportTexts.answer.awayMail : supportTexts.answer.away}
    </p>
  );
}

/** Reports at most every few seconds that the operator is writing; a lost report does not matter. */
function useReport(id: string): () => void {
  const lastAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - lastAt.current < REPORT_EVERY_MS) return;
    lastAt.current = now;
    void call('POST /operator/service/typing', { ID: id }).catch(() => undefined);
  };
}

/** The saved replies that fit what was typed: code, title, first words in the customer's language. */
function ReplyMenu({ listId, replies, at, onPick, lang }: OpenMenu & { lang: string }) {
  return (
    <div className={styles.menu}>
      <p>
        {supportTexts.answer.replies} <kbd aria-hidden="true">/</kbd>
      </p>
      {replies.length === 0 && <p role="status">{supportTexts.answer.noReply}</p>}
      <div id={listId} role="listbox" aria-label={supportTexts.answer.replies}>
        {replies.map((reply, index) => (
          <button
            key={reply.ID}
            id={`${listId}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(reply)}
          >
            <code>/{reply.code}</code>
            <b>{textIn(reply, 'en').title}</b>
            <span>{textIn(reply, lang).text}</span>
            {index === at && <kbd aria-hidden="true">↵</kbd>}
          </button>
        ))}
      </div>
    </div>
  );
}
