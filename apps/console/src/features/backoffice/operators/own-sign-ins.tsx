/** The operator's recent sign-ins, right and refused: a refused one that was not theirs is a reason to lock the account. */
import { DateText, Pill } from '@tern/ui';
import { Part } from '../../../kernel/page.tsx';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { OwnAccount } from './api.ts';

const { signIns: labels } = texts.operators.ownAccount;

export function OwnSignIns({ own: { signIns } }: { own: OwnAccount }) {
  const { heads, refusals } = labels;
  return (
    <Part title={labels.title}>
      <Table
        label={labels.list}
        rows={signIns}
        keyOf={({ ID }) => ID}
        empty={labels.none}
        columns={[
          {
            key: 'at',
            head: heads.at,
            cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
          },
          {
            key: 'result',
            head: heads.result,
            cell: ({ refusedFor }) =>
              refusedFor === null ? labels.done : <Pill kind="bad">{refusals[refusedFor]}</Pill>,
          },
          { key: 'device', head: heads.device, cell: ({ device }) => device },
          { key: 'address', head: heads.address, cell: ({ address }) => address },
        ]}
      />
    </Part>
  );
}
