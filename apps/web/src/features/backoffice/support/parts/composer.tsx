/** Where a message is written: an image, a record of the member, a field that grows, and the button that sends. */
import type { RecordCard } from '@tern/protocol/client';
import {
  arrowUpIcon,
  closeIcon,
  CtaBar,
  documentIcon,
  Icon,
  IconButton,
  imageIcon,
  showToast,
  Text,
} from '@tern/ui';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  readSupportDraft,
  SUPPORT_TEXT_MAX,
  writeSupportDraft,
} from '../../../../kernel/support-draft.ts';
import { useSession } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { readImage } from '../read-image.ts';
import type { Draft } from '../outbox.ts';
import { RecordLines } from './record-lines.tsx';
import { RecordSheet } from './record-sheet.tsx';
import recordStyles from './records.module.css';
import styles from './support.module.css';

const TYPES = 'image/png,image/jpeg,image/webp';
const TYPING_EVERY_MS = 3_000;

export interface ComposerProps {
  /** Goes with the next message. */
  record: RecordCard | undefined;
  onAttach: (record: RecordCard | undefined) => void;
  onSend: (draft: Draft) => void;
  /** At most every three seconds while the customer writes. */
  onTyping: () => void;
}

export function Composer({ record, onAttach, onSend, onTyping }: ComposerProps) {
  const t = useT();
  const [text, setText] = useState(readSupportDraft);
  useEffect(() => writeSupportDraft(''), []);
  const typedAt = useRef(0);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = box.current;
    if (area === null) return;
    // Reset first: scrollHeight is never less than the height of the box.
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);
  const type = (next: string) => {
    setText(next);
    const now = performance.now();
    if (next.trim() === '' || now - typedAt.current < TYPING_EVERY_MS) return;
    typedAt.current = now;
    onTyping();
  };
  const isEmpty = text.trim() === '' && record === undefined;
  const send = () => {
    if (isEmpty) return;
    onSend({ text: text.trim(), record });
    setText('');
    onAttach(undefined);
    typedAt.current = 0;
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    // On a touch keyboard Enter begins a line.
    if (!isEnter || !matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    send();
  };
  const sendImage = async (file: File) => {
    const image = await readImage(file).catch(() => 'unreadable' as const);
    if (typeof image === 'string') showToast(t(`support.${image}`), 'error');
    else onSend({ text: '', image: image.dataUrl });
  };
  return (
    <CtaBar>
      <Text as="div" isGrown>
        {record !== undefined && (
          <AttachedRecord record={record} onRemove={() => onAttach(undefined)} />
        )}
        <form
          className={styles.composer}
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <label className={styles.pick}>
            <input
              type="file"
              accept={TYPES}
              aria-label={t('support.sendImage')}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                // Allows choosing the same image again after an error.
                currentTarget.value = '';
                if (file !== undefined) void sendImage(file);
              }}
            />
            <Icon of={imageIcon} size={22} />
          </label>
          <RecordPick onPick={onAttach} />
          <textarea
            ref={box}
            className={styles.field}
            rows={1}
            maxLength={SUPPORT_TEXT_MAX}
            value={text}
            placeholder={t('support.write')}
            aria-label={t('support.message')}
            dir="auto"
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <button
            type="submit"
            className={styles.send}
            aria-label={t('support.send')}
            disabled={isEmpty}
          >
            <Icon of={arrowUpIcon} size={20} />
          </button>
        </form>
      </Text>
    </CtaBar>
  );
}

/** Members only: a visitor has no records. */
function RecordPick({ onPick }: { onPick: (record: RecordCard) => void }) {
  const t = useT();
  const isMember = useSession() !== undefined;
  const [isOpen, setOpen] = useState(false);
  if (!isMember) return null;
  return (
    <>
      <button
        type="button"
        className={styles.pick}
        aria-label={t('support.attachRecord')}
        onClick={() => setOpen(true)}
      >
        <Icon of={documentIcon} size={22} />
      </button>
      <RecordSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onPick={(record) => {
          setOpen(false);
          onPick(record);
        }}
      />
    </>
  );
}

function AttachedRecord({ record, onRemove }: { record: RecordCard; onRemove: () => void }) {
  const t = useT();
  return (
    <div className={recordStyles.attached}>
      <div className={recordStyles.record}>
        <RecordLines record={record} />
      </div>
      <IconButton icon={closeIcon} isQuiet label={t('support.removeRecord')} onPress={onRemove} />
    </div>
  );
}
