/** Hands a conversation over to a colleague, or back to those that wait. */
import { ConfirmDialog, Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { useColleagues } from './api.ts';
import { supportTexts } from './texts.ts';

export function HandOverDialog({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { handOver: labels } = supportTexts;
  const me = useSession()?.operator.ID;
  const colleagues = useColleagues();
  const [to, setTo] = useState('');
  const handing = useAct('POST /operator/service/handOver', () => labels.done);
  return (
    <ConfirmDialog
      isOpen
      question={labels.question}
      confirmLabel={labels.act}
      cancelLabel={texts.review.cancel}
      isBusy={handing.isBusy}
      onCancel={onEnd}
      onConfirm={() => handing.run(to === '' ? { ID: id } : { ID: id, operatorId: to }, onEnd)}
    >
      <p>{labels.lead}</p>
      <Loaded query={colleagues}>
        {(list) => (
          <Select
            label={labels.to}
            name="to"
            options={[
              { key: '', label: labels.back },
              ...list
                .filter(({ ID }) => ID !== me)
                .map(({ ID, login, isHere }) => ({
                  key: String(ID),
                  label: isHere ? labels.here(login) : login,
                })),
            ]}
            value={to}
            onChange={setTo}
          />
        )}
      </Loaded>
    </ConfirmDialog>
  );
}
