/** Read-only mode: what was found, and lifting it by two approvers. */
import { Button, Inline, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { usePermission, useSession } from '../../../kernel/session.ts';
import type { Period } from './api.ts';
import { operationTexts } from './texts.ts';

const { operations: labels } = operationTexts;

export function Lifting({ period }: { period: Period }) {
  const { rule, faults, proposedBy, proposedReason } = period;
  const mayLift = usePermission('operations.stop');
  const login = useSession()?.operator.login;
  return (
    <Part title={`${labels.mode}: ${rule}`}>
      <p>{labels.now}</p>
      <Facts
        rows={[
          [labels.faults, <Faults key="faults" faults={faults} />],
          ...(proposedBy === null
            ? []
            : ([[labels.heads.proposed, `${proposedBy}: ${proposedReason}`]] as const)),
        ]}
      />
      {mayLift && proposedBy === login && (
        <Text size="label" tone="soft">
          {labels.own}
        </Text>
      )}
      {mayLift && proposedBy !== login && <LiftButton period={period} />}
    </Part>
  );
}

function Faults({ faults }: Pick<Period, 'faults'>) {
  return (
    <ul>
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

function LiftButton({ period: { ID, proposedBy } }: { period: Period }) {
  const [isAsked, ask] = useState(false);
  const propose = useAct('POST /operator/readOnly/propose', () => labels.proposed);
  const lift = useAct('POST /operator/readOnly/lift', () => labels.lifted);
  const isSecond = proposedBy !== null;
  const act = isSecond ? lift : propose;
  const label = isSecond ? labels.lift : labels.propose;
  return (
    <Inline gap={8} align="center" isWrapped>
      <Button isSmall kind="primary" onPress={() => ask(true)}>
        {label}
      </Button>
      <ReasonDialog
        isOpen={isAsked}
        question={isSecond ? labels.liftAsk : labels.proposeAsk}
        hint={labels.hint}
        confirmLabel={label}
        isBusy={act.isBusy}
        onCancel={() => ask(false)}
        onConfirm={(reason) => act.run({ ID, reason }, () => ask(false))}
      >
        <p>{isSecond ? labels.liftFollows : labels.proposeFollows}</p>
      </ReasonDialog>
    </Inline>
  );
}
