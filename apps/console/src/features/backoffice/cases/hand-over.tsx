/** Who has a case, and handing it over: to a colleague of compliance, or back to nobody. */
import { Button, ConfirmDialog, Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { useSession } from '../../../kernel/session.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Case } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { handOver: labels } = caseTexts.act;
const NOBODY = 'nobody';

export function HandOver({ found }: { found: Case }) {
  const [isAsked, ask] = useState(false);
  const own = useSession()?.operator.login;
  const take = useAct('POST /operator/case/take', () => caseTexts.taken);
  const { ID, owner, mayWork } = found;
  const isFree = mayWork && owner === null;
  useShortcuts({ t: isFree && !take.isBusy ? () => take.run({ ID }) : undefined });
  if (!mayWork) return null;
  if (isFree) {
    return (
      <Button isSmall kind="outline" isBusy={take.isBusy} onPress={() => take.run({ ID })}>
        {caseTexts.take}
        <kbd aria-hidden="true">T</kbd>
      </Button>
    );
  }
  return (
    <>
      <span className={styles.logged}>
        {owner?.login === own ? caseTexts.one.withYou : caseTexts.one.with(owner?.login ?? '')}
      </span>
      <Button isSmall kind="outline" onPress={() => ask(true)}>
        {caseTexts.one.handOver}
      </Button>
      {isAsked && <HandOverDialog found={found} onEnd={() => ask(false)} />}
    </>
  );
}

function HandOverDialog({ found, onEnd }: { found: Case; onEnd: () => void }) {
  const { ID, owner, colleagues } = found;
  const options = [
    ...colleagues
      .filter((one) => one.ID !== owner?.ID)
      .map((one) => ({ key: String(one.ID), label: one.login })),
    { key: NOBODY, label: labels.nobody },
  ];
  const [to, setTo] = useState(options[0]?.key ?? NOBODY);
  const handOver = useAct('POST /operator/case/handOver', () => labels.done);
  return (
    <ConfirmDialog
      isOpen
      question={labels.question}
      confirmLabel={labels.confirm}
      cancelLabel={caseTexts.act.cancel}
      isBusy={handOver.isBusy}
      onCancel={onEnd}
      onConfirm={() => handOver.run({ ID, ...(to !== NOBODY && { operatorId: to }) }, onEnd)}
    >
      <div className={styles.fields}>
        <p>{labels.lead}</p>
        <Select label={labels.to} name="to" options={options} value={to} onChange={setTo} />
      </div>
    </ConfirmDialog>
  );
}
