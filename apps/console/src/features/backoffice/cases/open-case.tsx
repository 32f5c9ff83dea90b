/** Opens a case by hand: on whom, why, how risky, and what was seen. */
import { ConfirmDialog, Select, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { pages } from '../../../kernel/pages.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import { goTo } from '../../../platform/address.ts';
import type { Risk } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { open: labels } = caseTexts;
const RISKS: readonly Risk[] = ['low', 'medium', 'high'];
const WHY_MAX = 200;
const ID = /^[1-9]\d{0,14}$/;

export function OpenCaseDialog({ customer, onEnd }: { customer: string; onEnd: () => void }) {
  const [memberId, setMember] = useState(customer);
  const [why, setWhy] = useState('');
  const [risk, setRisk] = useState<Risk>('medium');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const open = useAct('POST /operator/case/open', ({ isNew }) => labels.opened(isNew));
  const given = { memberId: memberId.trim(), why: why.trim(), risk, reason: reason.trim() };
  const isComplete = ID.test(given.memberId) && given.why !== '' && given.reason !== '';
  const send = () => {
    setTried(true);
    if (!isComplete) return;
    open.run(given, ({ ID: id }) => {
      onEnd();
      goTo(pages.cases, { id: String(id) });
    });
  };
  return (
    <ConfirmDialog
      isOpen
      question={labels.question}
      confirmLabel={labels.submit}
      cancelLabel={labels.cancel}
      isBusy={open.isBusy}
      isConfirmedByEnter
      onCancel={onEnd}
      onConfirm={send}
    >
      <div className={styles.fields}>
        <p>{labels.lead}</p>
        <TextField
          label={labels.customer}
          name="customer"
          inputMode="numeric"
          value={memberId}
          error={isTried && !ID.test(given.memberId) ? labels.missing.customer : undefined}
          onChange={setMember}
        />
        <TextField
          label={labels.why}
          name="why"
          maxLength={WHY_MAX}
          value={why}
          error={isTried && given.why === '' ? labels.missing.why : undefined}
          onChange={setWhy}
        />
        <Select
          label={labels.risk}
          name="risk"
          options={RISKS.map((key) => ({ key, label: caseTexts.risks[key] }))}
          value={risk}
          onChange={setRisk}
        />
        <ReasonField
          label={labels.reason}
          hint={labels.hint}
          error={isTried && given.reason === '' ? labels.missing.reason : undefined}
          isOptional
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}
