/** Keys of the public log whose origin only a declaration explains: what two approvers declare, and what was declared. */
import { Button, DateText, Inline, Note, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { type LogKey, type LogKeys, useLogKeys } from './api.ts';
import { operationTexts } from './texts.ts';

const { logKeys: labels } = operationTexts;

/** Nothing while every key was introduced by the one before it. */
export function LogKeysPart() {
  const { data } = useLogKeys();
  if (data === undefined) return null;
  const shown = data.list.filter(({ state }) => state === 'declared' || state === 'undeclared');
  if (shown.length === 0 && data.due === null) return null;
  return (
    <Part title={labels.title}>
      {data.list.some(({ state }) => state === 'undeclared') && (
        <Note kind="warn">{labels.undeclared}</Note>
      )}
      {shown.map((each) => (
        <OneKey key={each.ID} logKey={each} />
      ))}
      {data.due !== null && <Declaring due={data.due} list={data.list} />}
    </Part>
  );
}

function OneKey({ logKey: { ID, CreatedAt, key, state, loss } }: { logKey: LogKey }) {
  return (
    <Facts
      rows={[
        [labels.key(ID), <code key="key">{key}</code>],
        [labels.state, labels.states[state]],
        [labels.since, <DateText key="since" at={CreatedAt} detail="short" />],
        ...(loss === null
          ? []
          : ([[labels.proposed, `${loss.proposedBy}: ${loss.reason}`]] as const)),
        ...(loss === null || loss.declaredAt === null
          ? []
          : ([
              [
                labels.declared,
                <span key="declared">
                  {loss.declaredBy}, <DateText at={loss.declaredAt} detail="short" />,{' '}
                  {labels.entry(loss.entry ?? 0)}
                </span>,
              ],
            ] as const)),
      ]}
    />
  );
}

interface DeclaringProps {
  due: NonNullable<LogKeys['due']>;
  list: LogKeys['list'];
}

function Declaring({ due: { ID, lost }, list }: DeclaringProps) {
  const mayDeclare = usePermission('operations.stop');
  const login = useSession()?.operator.login;
  const [isAsked, ask] = useState(false);
  const propose = useAct('POST /operator/logKeys/propose', () => labels.isProposed);
  const declare = useAct('POST /operator/logKeys/declare', () => labels.isDeclared);
  const proposedBy = list.find((each) => each.ID === ID)?.loss?.proposedBy;
  const isSecond = proposedBy !== undefined;
  const act = isSecond ? declare : propose;
  const label = isSecond ? labels.declare : labels.propose;
  return (
    <>
      <p>{labels.would(ID, lost)}</p>
      {mayDeclare && proposedBy === login && (
        <Text size="label" tone="soft">
          {labels.own}
        </Text>
      )}
      {mayDeclare && proposedBy !== login && (
        <Inline gap={8} align="center" isWrapped>
          <Button isSmall kind="primary" onPress={() => ask(true)}>
            {label}
          </Button>
        </Inline>
      )}
      <ReasonDialog
        isOpen={isAsked}
        question={isSecond ? labels.declareAsk : labels.proposeAsk}
        hint={labels.hint}
        confirmLabel={label}
        isBusy={act.isBusy}
        onCancel={() => ask(false)}
        onConfirm={(reason) => act.run({ ID, reason }, () => ask(false))}
      >
        <p>{isSecond ? labels.declareFollows : labels.proposeFollows}</p>
      </ReasonDialog>
    </>
  );
}
