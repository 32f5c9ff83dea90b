/** Proposes a new operator, or new roles or one-time codes for an existing one. */
import type { OperatorInput } from '@tern/protocol/operator/client';
import { Button, Checkbox, Inline, Note, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct, newRequestId } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import styles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { type Account, type Role, useRoles } from './api.ts';

type ProposeInput = OperatorInput<'POST /operator/account/propose'>;
function useProposal(account: Account | undefined) {
  const [login, setLogin] = useState(account?.login ?? '');
  const [roles, setRoles] = useState<readonly string[]>(account?.roles ?? []);
  const [reason, setReason] = useState('');
  // Idempotency key: a retry does not create a second proposal.
  const [requestId, setRequestId] = useState(() => newRequestId());
  const act = useAct('POST /operator/account/propose', () => texts.operators.propose.proposed);
  const send = (change: ProposeInput['change']) => {
    const input = {
      change,
      login: login.trim(),
      roles: change === 'add' || change === 'roles' ? [...roles] : [],
      reason: reason.trim(),
      requestId: `${change}-${requestId}`,
    };
    act.run(input, (proposed) => {
      setRequestId(newRequestId());
      openReview(proposed);
    });
  };
  const isReady = reason.trim() !== '' && !act.isBusy;
  return { login, setLogin, roles, setRoles, reason, setReason, send, isReady };
}

export function ProposeAccount({ account }: { account: Account | undefined }) {
  const { propose: labels } = texts.operators;
  const proposal = useProposal(account);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    proposal.send(account === undefined ? 'add' : 'roles');
  };
  return (
    <Part title={account === undefined ? labels.add : labels.change}>
      <form className={styles.form} onSubmit={submit}>
        {account === undefined && (
          <TextField
            label={labels.login}
            hint={labels.loginHint}
            name="login"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={proposal.login}
            onChange={proposal.setLogin}
          />
        )}
        <RoleChoice chosen={proposal.roles} onChoose={proposal.setRoles} />
        {account !== undefined && proposal.roles.length === 0 && (
          <Note kind="warn">{labels.closes}</Note>
        )}
        <ReasonField label={labels.reason} value={proposal.reason} onChange={proposal.setReason} />
        <Buttons account={account} {...proposal} />
      </form>
    </Part>
  );
}

interface ButtonsProps {
  account: Account | undefined;
  send: (change: ProposeInput['change']) => void;
  isReady: boolean;
}

function Buttons({ account, send, isReady }: ButtonsProps) {
  const { propose: labels } = texts.operators;
  return (
    <Inline gap={8} align="center" isWrapped>
      <Button type="submit" kind="primary" isDisabled={!isReady}>
        {labels.submit}
      </Button>
      {account?.hasCodes === true && (
        <Button isDisabled={!isReady} onPress={() => send('resetCodes')}>
          {labels.resetCodes}
        </Button>
      )}
      {account?.hasLink === true && (
        <Button isDisabled={!isReady} onPress={() => send('unlink')}>
          {labels.unlink}
        </Button>
      )}
    </Inline>
  );
}

interface RoleChoiceProps {
  chosen: readonly string[];
  onChoose: (roles: readonly string[]) => void;
}

function RoleChoice({ chosen, onChoose }: RoleChoiceProps) {
  const labels = texts.operators.propose;
  const duties: Readonly<Record<string, string>> = labels.duties;
  const nameOf = ({ key, name, version }: Role) =>
    version === 1 && duties[key] !== undefined ? `${name}: ${duties[key]}` : name;
  return (
    <fieldset className={styles.choices}>
      <legend>{labels.roles}</legend>
      <Loaded query={useRoles()}>
        {({ roles }) =>
          roles.map(({ key, ...role }) => (
            <Checkbox
              key={key}
              name={key}
              isChecked={chosen.includes(key)}
              onChange={(isOn) =>
                onChoose(isOn ? [...chosen, key] : chosen.filter((each) => each !== key))
              }
            >
              {nameOf({ key, ...role })}
            </Checkbox>
          ))
        }
      </Loaded>
    </fieldset>
  );
}
