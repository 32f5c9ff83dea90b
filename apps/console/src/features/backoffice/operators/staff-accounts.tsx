/** Operators' own accounts as customers: the list for auditors, naming, confirming and releasing one. */
import { Button, Inline, Pill, StateBlock, Text, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { type StaffAccount, useStaffAccounts } from './api.ts';

const { staff } = texts.operators;

/** What is being asked for; the account of "declare" is named in the dialog. */
type Asked = { act: 'declare' } | { act: 'confirm' | 'release'; account: StaffAccount };

export function StaffAccounts() {
  const accounts = useStaffAccounts();
  const [asked, setAsked] = useState<Asked>();
  const mayName = usePermission('ownAccounts.name');
  const end = () => setAsked(undefined);
  return (
    <Part
      title={staff.title}
      aside={
        mayName && (
          <Inline>
            <Button isSmall onPress={() => setAsked({ act: 'declare' })}>
              {staff.declare}
            </Button>
          </Inline>
        )
      }
    >
      <Text as="p" tone="soft">
        {staff.lead}
      </Text>
      <Loaded query={accounts}>
        {(list) =>
          list.length === 0 ? (
            <StateBlock kind="empty" title={staff.none} />
          ) : (
            <Accounts list={list} onAsk={setAsked} />
          )
        }
      </Loaded>
      <DeclareDialog isOpen={asked?.act === 'declare'} onEnd={end} />
      {asked !== undefined && asked.act !== 'declare' && (
        <DecideDialog key={`${asked.act} ${asked.account.ID}`} {...asked} onEnd={end} />
      )}
    </Part>
  );
}

function stateOf({ ground, confirmedBy, releaseAskedBy, releasedBy }: StaffAccount): string {
  const { states } = staff;
  if (releasedBy !== null) return states.released(releasedBy);
  if (releaseAskedBy !== null) return states.asked(releaseAskedBy);
  if (confirmedBy !== null) return states.confirmed(confirmedBy);
  return ground === 'declared' ? states.unconfirmed : states.found;
}

function Accounts({
  list,
  onAsk,
}: {
  list: readonly StaffAccount[];
  onAsk: (asked: Asked) => void;
}) {
  const { heads, grounds } = staff;
  return (
    <Table
      label={staff.list}
      rows={list}
      keyOf={({ ID }) => ID}
      columns={[
        { key: 'customer', head: heads.customer, cell: ({ memberId }) => <b>{memberId}</b> },
        { key: 'owner', head: heads.owner, cell: ({ login }) => login },
        { key: 'how', head: heads.how, cell: ({ ground }) => grounds[ground] },
        {
          key: 'state',
          head: heads.state,
          cell: (account) => (
            <Pill kind={account.releasedBy === null ? 'done' : 'neutral'}>{stateOf(account)}</Pill>
          ),
        },
        {
          key: 'acts',
          head: heads.acts,
          cell: (account) => <Acts account={account} onAsk={onAsk} />,
        },
      ]}
    />
  );
}

/** Nobody decides about their own account. */
function Acts({ account, onAsk }: { account: StaffAccount; onAsk: (asked: Asked) => void }) {
  const mayDecide = usePermission('operators.propose');
  const own = useSession()?.operator.login;
  if (!mayDecide || account.releasedBy !== null || account.login === own) return null;
  const isToConfirm = account.ground === 'declared' && account.confirmedBy === null;
  return (
    <Inline gap={8} isWrapped>
      {isToConfirm && (
        <Button isSmall onPress={() => onAsk({ act: 'confirm', account })}>
          {staff.confirm}
        </Button>
      )}
      {account.releaseAskedBy !== own && (
        <Button isSmall onPress={() => onAsk({ act: 'release', account })}>
          {staff.release}
        </Button>
      )}
    </Inline>
  );
}

function DeclareDialog({ isOpen, onEnd }: { isOpen: boolean; onEnd: () => void }) {
  const [memberId, setMemberId] = useState('');
  const declare = useAct('POST /operator/staffAccount/declare', () => staff.declared);
  return (
    <ReasonDialog
      isOpen={isOpen}
      question={staff.declare}
      confirmLabel={staff.declare}
      isBusy={declare.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => declare.run({ memberId: memberId.trim(), reason }, onEnd)}
    >
      <p>{staff.declareLead}</p>
      <TextField
        label={staff.memberId}
        name="memberId"
        inputMode="numeric"
        value={memberId}
        onChange={setMemberId}
      />
    </ReasonDialog>
  );
}

interface DecideProps {
  act: 'confirm' | 'release';
  account: StaffAccount;
  onEnd: () => void;
}

function DecideDialog({ act, account: { ID, memberId }, onEnd }: DecideProps) {
  const confirm = useAct('POST /operator/staffAccount/confirm', () => staff.confirmed);
  const release = useAct('POST /operator/staffAccount/release', () => staff.released);
  const isConfirm = act === 'confirm';
  const question = isConfirm ? staff.confirmQuestion : staff.releaseQuestion;
  return (
    <ReasonDialog
      isOpen
      question={question(String(memberId))}
      confirmLabel={isConfirm ? staff.confirm : staff.release}
      isBusy={confirm.isBusy || release.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => (isConfirm ? confirm : release).run({ ID, reason }, onEnd)}
    >
      <p>{isConfirm ? staff.confirmLead : staff.releaseLead}</p>
    </ReasonDialog>
  );
}
