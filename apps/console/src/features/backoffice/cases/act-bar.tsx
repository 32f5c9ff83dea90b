/** What a person can propose in a case. None is the main one: nothing is suggested. */
import { Button, Checkbox, ConfirmDialog } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog, ReasonField } from '../../../kernel/reason.tsx';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Case, CaseAct, CasePart } from './api.ts';
import styles from './cases.module.css';
import { ReportDialog } from './report-dialog.tsx';
import { caseTexts } from './texts.ts';

const { act: labels, one } = caseTexts;
const KEYS = { clear: 'c', restrict: 'x', lift: 'l', report: 'p' } as const;
const PARTS: readonly CasePart[] = ['withdrawals', 'payouts', 'trading', 'deposits'];
/** Money that has left does not come back. */
const USUAL: readonly CasePart[] = ['withdrawals', 'payouts'];

export function ActBar({ found }: { found: Case }) {
  const [asked, ask] = useState<CaseAct>();
  const { mayWork, proposal, restrictedUntil, outcome } = found;
  const isOpen = mayWork && proposal === null;
  const acts: readonly CaseAct[] = isOpen
    ? ['clear', 'restrict', ...(restrictedUntil === null ? [] : (['lift'] as const)), 'report']
    : [];
  const keyOf = (act: CaseAct) => (acts.includes(act) ? () => ask(act) : undefined);
  useShortcuts({
    [KEYS.clear]: keyOf('clear'),
    [KEYS.restrict]: keyOf('restrict'),
    [KEYS.lift]: keyOf('lift'),
    [KEYS.report]: keyOf('report'),
  });
  const end = () => ask(undefined);
  const line =
    outcome !== null ? one.closed(caseTexts.outcomes[outcome]) : mayWork ? one.rule : one.readsOnly;
  return (
    <div className={styles.acts}>
      <p>{line}</p>
      {acts.map((act) => (
        <Button
          key={act}
          kind={act === 'restrict' ? 'danger' : 'outline'}
          isSmall
          onPress={() => ask(act)}
        >
          {one.acts[act]}
          <kbd aria-hidden="true">{KEYS[act].toUpperCase()}</kbd>
        </Button>
      ))}
      {asked === 'restrict' && <RestrictDialog found={found} onEnd={end} />}
      {asked === 'report' && <ReportDialog found={found} onEnd={end} />}
      {(asked === 'clear' || asked === 'lift') && (
        <ProposeDialog key={asked} found={found} act={asked} onEnd={end} />
      )}
    </div>
  );
}

function ProposeDialog({
  found: { ID },
  act,
  onEnd,
}: {
  found: Case;
  act: 'clear' | 'lift';
  onEnd: () => void;
}) {
  const propose = useAct('POST /operator/case/propose', () => labels.sent);
  return (
    <ReasonDialog
      isOpen
      question={labels[act].question}
      hint={labels.hint}
      confirmLabel={labels[act].confirm}
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => propose.run({ ID, act, reason }, onEnd)}
    >
      <p>{labels[act].lead}</p>
    </ReasonDialog>
  );
}

function RestrictDialog({ found, onEnd }: { found: Case; onEnd: () => void }) {
  const { ID, memberName, memberId, restricted } = found;
  const isRunning = restricted.length > 0;
  const [parts, setParts] = useState<readonly CasePart[]>(isRunning ? restricted : USUAL);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const propose = useAct('POST /operator/case/propose', ({ until }) =>
    until === null ? labels.sent : labels.restricted,
  );
  const given = reason.trim();
  const send = () => {
    setTried(true);
    if (given === '' || parts.length === 0) return;
    propose.run({ ID, act: 'restrict', parts: [...parts], reason: given }, onEnd);
  };
  return (
    <ConfirmDialog
      isOpen
      question={labels.restrict.question(memberName || caseTexts.member(memberId))}
      confirmLabel={isRunning ? labels.clear.confirm : labels.restrict.confirm}
      confirmKind="danger"
      cancelLabel={labels.cancel}
      isBusy={propose.isBusy}
      isConfirmedByEnter
      onCancel={onEnd}
      onConfirm={send}
    >
      <div className={styles.fields}>
        <p>{labels.restrict.lead}</p>
        <fieldset className={styles.parts}>
          <legend>{labels.restrict.what}</legend>
          {PARTS.map((part) => (
            <Checkbox
              key={part}
              isChecked={parts.includes(part)}
              onChange={(isOn) =>
                setParts(PARTS.filter((other) => (other === part ? isOn : parts.includes(other))))
              }
            >
              {one.parts[part]}
            </Checkbox>
          ))}
          {isTried && parts.length === 0 && (
            <p role="alert" className={styles.missing}>
              {labels.restrict.missing}
            </p>
          )}
        </fieldset>
        <p>{one.reads}</p>
        <p>{isRunning ? labels.restrict.running : labels.restrict.alone}</p>
        <ReasonField
          label={labels.reason}
          hint={labels.hint}
          error={isTried && given === '' ? caseTexts.open.missing.reason : undefined}
          isOptional
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}
