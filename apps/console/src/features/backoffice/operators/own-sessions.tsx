/** The operator's open sessions: where and since when, ending one or all others. */
import { Button, ConfirmDialog, DateText, Inline, Pill } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { OwnAccount } from './api.ts';

const { sessions: labels } = texts.operators.ownAccount;

type OwnSession = OwnAccount['sessions'][number];

export function OwnSessions({ own }: { own: OwnAccount }) {
  const { heads } = labels;
  return (
    <Part title={labels.title} aside={<EndOthers own={own} />}>
      <Table
        label={labels.list}
        rows={own.sessions}
        keyOf={({ ID }) => ID}
        columns={[
          { key: 'device', head: heads.device, cell: (session) => <b>{deviceOf(session)}</b> },
          { key: 'address', head: heads.address, cell: ({ address }) => address },
          {
            key: 'method',
            head: heads.method,
            cell: (session) => howOf(session, own.provider?.name),
          },
          timeColumn('began', ({ CreatedAt }) => CreatedAt),
          timeColumn('used', ({ lastUsedAt }) => lastUsedAt),
          timeColumn('ends', ({ expiresAt }) => expiresAt),
          {
            key: 'act',
            head: heads.act,
            isNumber: true,
            cell: (session) =>
              session.isThis ? <Pill kind="done">{labels.own}</Pill> : <EndOne session={session} />,
          },
        ]}
      />
    </Part>
  );
}

const deviceOf = ({ device }: OwnSession): string => device || labels.unknown;

/** `provider`: absent where it is not set any more. */
function howOf(
  { method, isThroughProvider }: OwnSession,
  provider: string = labels.aProvider,
): string {
  const factor = labels.methods[method];
  return isThroughProvider ? labels.throughProvider(provider, factor) : factor;
}

const timeColumn = (key: 'began' | 'used' | 'ends', timeOf: (session: OwnSession) => string) => ({
  key,
  head: labels.heads[key],
  isNumber: true,
  cell: (session: OwnSession) => <DateText at={timeOf(session)} detail="short" />,
});

function EndOne({ session }: { session: OwnSession }) {
  const act = useAct('POST /operator/own/endSession', () => labels.ended);
  return (
    <Button
      isSmall
      label={labels.endOf(deviceOf(session))}
      isBusy={act.isBusy}
      onPress={() => act.run({ ID: session.ID })}
    >
      {labels.end}
    </Button>
  );
}

function EndOthers({ own }: { own: OwnAccount }) {
  const [isAsked, ask] = useState(false);
  const act = useAct('POST /operator/own/endOtherSessions', () => labels.othersEnded);
  const end = () => ask(false);
  return (
    <Inline gap={10} align="center" isWrapped>
      <span>{labels.rule(own.idleMinutes)}</span>
      {own.sessions.length > 1 && (
        <Button isSmall onPress={() => ask(true)}>
          {labels.others}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        question={labels.othersQuestion}
        confirmLabel={labels.others}
        confirmKind="danger"
        cancelLabel={labels.othersKeep}
        isBusy={act.isBusy}
        isConfirmedByEnter
        onCancel={end}
        onConfirm={() => act.run({}, end)}
      >
        <p>{labels.othersLead}</p>
      </ConfirmDialog>
    </Inline>
  );
}
