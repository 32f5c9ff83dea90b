/** Asks before an act that needs a reason: the question, what follows, and the reason, which must be written first. */
import { type ButtonKind, ConfirmDialog } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { ReasonField } from './reason-field.tsx';
import { texts } from './texts.ts';

export interface ReasonDialogProps {
  isOpen: boolean;
  question: string;
  /** What follows; fields of the act as well. */
  children: ReactNode;
  /** Who reads the reason. */
  hint?: string;
  confirmLabel: string;
  confirmKind?: ButtonKind;
  isBusy: boolean;
  /** The reason without spaces around it, never empty. */
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Give it a `key` of what is asked, so that each question begins without the words of the last. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { isOpen, question, children, hint, confirmLabel, confirmKind, isBusy } = props;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const words = reason.trim();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={question}
      confirmLabel={confirmLabel}
      {...(confirmKind === undefined ? {} : { confirmKind })}
      cancelLabel={texts.review.keep}
      isBusy={isBusy}
      onCancel={props.onCancel}
      onConfirm={() => {
        setTried(true);
        if (words !== '') props.onConfirm(words);
      }}
    >
      {children}
      <ReasonField
        label={texts.reason.label}
        {...(hint === undefined ? {} : { hint })}
        error={isTried && words === '' ? texts.reason.missing : undefined}
        isOptional
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
