/** Closes a conversation with a last message to the customer. */
import { ConfirmDialog, GrowingField } from '@tern/ui';
import { useState } from 'react';
import { newRequestId, useAct } from '../../../kernel/act.ts';
import { texts } from '../../../kernel/texts.ts';
import { TEXT_MAX } from './view-model.ts';

export function CloseDialog({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { close: labels } = texts;
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
