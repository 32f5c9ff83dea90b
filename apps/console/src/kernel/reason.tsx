/** The two texts of an action or proposal: the message that customers read, and the reason for other operators; with their dialog. */
import {
  englishMessages,
  type MessageAct,
  type MessageCode,
  messagesOf,
} from '@tern/protocol/operator/client';
import { type ButtonKind, ConfirmDialog, GrowingField, Select } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import styles from './reason.module.css';
import { texts } from './texts.ts';

/** Longest reason that the calls accept, in characters. */
const REASON_MAX = 500;

export interface ReasonFieldProps {
  readonly label: string;
  /** Who will read it. */
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Only if a page has several reason fields. */
  readonly name?: string;
  /** For actions whose button is disabled without a reason. */
  readonly isOptional?: boolean;
  readonly value: string;
  onChange(value: string): void;
}

export function ReasonField(props: ReasonFieldProps) {
  const { label, hint, error, name = 'reason', isOptional = false, value, onChange } = props;
  return (
    <GrowingField
      label={label}
      hint={hint}
      error={error}
      name={name}
      rows={2}
      maxLength={REASON_MAX}
      required={!isOptional}
      value={value}
      onChange={onChange}
    />
  );
}

interface ReasonDialogProps {
  isOpen: boolean;
  question: string;
  /** The consequences, and further fields of the action. */
  children: ReactNode;
  /** Who reads the reason. */
  hint?: string;
  /** The act has a message that customers read beside the reason, which stays inside. */
  messageAct?: MessageAct | undefined;
  confirmLabel: string;
  confirmKind?: ButtonKind;
  isBusy: boolean;
  /** The trimmed reason, never empty; the message only of an act that has one. */
  onConfirm: (reason: string, message: MessageCode) => void;
  onCancel: () => void;
}

/** The message of an act, and the field that chooses it; an act without its own has one that tells how to get help. */
export function useMessage(act: string): { message: MessageCode; field: ReactNode } {
  const [chosen, setChosen] = useState<MessageCode>();
  const codes = messagesOf(act);
  const message = chosen !== undefined && codes.includes(chosen) ? chosen : codes[0];
  const field = (
    <div className={styles.message}>
      <Select
        label={texts.reason.message}
        name="message"
        options={codes.map((key) => ({ key, label: englishMessages[key] }))}
        value={message}
        onChange={setChosen}
      />
      <q>{englishMessages[message]}</q>
    </div>
  );
  return { message, field };
}

/** Use the action as its `key`, so that each question starts with an empty reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { isOpen, question, children, hint, messageAct, confirmLabel, confirmKind, isBusy } = props;
  const { message, field } = useMessage(messageAct ?? '');
  const isInner = messageAct !== undefined;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const trimmed = reason.trim();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={question}
      confirmLabel={confirmLabel}
      {...(confirmKind === undefined ? {} : { confirmKind })}
      cancelLabel={texts.review.cancel}
      isBusy={isBusy}
      isConfirmedByEnter
      onCancel={props.onCancel}
      onConfirm={() => {
        setTried(true);
        if (trimmed !== '') props.onConfirm(trimmed, message);
      }}
    >
      <div className={styles.parts}>
        {children}
        {isInner && field}
        <ReasonField
          label={isInner ? texts.reason.inner : texts.reason.label}
          {...(isInner ? { hint: texts.reason.innerHint } : hint === undefined ? {} : { hint })}
          error={isTried && trimmed === '' ? texts.reason.missing : undefined}
          isOptional
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}
