/** Confirmation of an action that needs a reason. */
import { type ButtonKind, ConfirmDialog } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { ReasonField } from './reason-field.tsx';
import { texts } from './texts.ts';

export interface ReasonDialogProps {
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
      onCancel={props.onCancel}
      onConfirm={() => {
        setTried(true);
        if (trimmed !== '') props.onConfirm(trimmed);
      }}
    >
      {children}
      <ReasonField
        label={texts.reason.label}
        {...(hint === undefined ? {} : { hint })}
        error={isTried && trimmed === '' ? texts.reason.missing : undefined}
        isOptional
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
