/** The reason of an action or proposal, for members or other operators to read: its field, and the dialog that asks for one. */
import { GrowingField, type ButtonKind, ConfirmDialog } from '@tern/ui';
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
  confirmLabel: string;
  confirmKind?: ButtonKind;
  isBusy: boolean;
  /** The trimmed reason, never empty. */
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Use the action as its `key`, so that each question starts with an empty reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { isOpen, question, children, hint, confirmLabel, confirmKind, isBusy } = props;
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
        if (trimmed !== '') props.onConfirm(trimmed);
      }}
    >
      <div className={styles.parts}>
        {children}
        <ReasonField
          label={texts.reason.label}
          {...(hint === undefined ? {} : { hint })}
          error={isTried && trimmed === '' ? texts.reason.missing : undefined}
          isOptional
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}
