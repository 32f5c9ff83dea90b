/** Asks for a one-time code before the own account changes. */
import { ConfirmDialog } from '@tern/ui';
import { useState } from 'react';
import { CodeField } from './code-field.tsx';

export interface CodeDialogProps {
  question: string;
  lead: string;
  confirmLabel: string;
  cancelLabel: string;
  isDangerous?: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (code: string) => void;
}

export function CodeDialog(props: CodeDialogProps) {
  const { lead, isDangerous = false, onConfirm, ...dialog } = props;
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = code.trim() === '';
  const confirm = () => {
    setTried(true);
    if (!isMissing) onConfirm(code.trim());
  };
  return (
    <ConfirmDialog
      {...dialog}
      {...(isDangerous && { confirmKind: 'danger' as const })}
      isOpen
      isConfirmedByEnter
      onConfirm={confirm}
    >
      <p>{lead}</p>
      <CodeField value={code} onChange={setCode} isMissing={isTried && isMissing} />
    </ConfirmDialog>
  );
}
