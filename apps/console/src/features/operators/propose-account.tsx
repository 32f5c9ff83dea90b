/** Proposes a new operator, or other roles and new one-time codes for one who is there. */
import type { OperatorInput } from '@tern/protocol/operator/client';
import { Button, Checkbox, Note, TextButton, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { pages } from '../../kernel/pages.ts';
import { newRequestId } from '../../kernel/request-id.ts';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import { goTo } from '../../platform/address.ts';
import type { Account } from './api.ts';

type Wish = OperatorInput<'POST /operator/account/propose'>;
/** Those that open a room of the console. */
type Role = keyof typeof texts.operators.propose.roleNames;

const { roleNames } = texts.operators.propose;
const offered = Object.keys(roleNames) as Role[];

export function ProposeAccount({ account }: { account: Account | undefined }) {
  const { propose: words } = texts.operators;
  const [login, setLogin] = useState(account?.login ?? '');
  const [roles, setRoles] = useState<readonly string[]>(account?.roles ?? []);
  const [reason, setReason] = useState('');
  // The same attempt sent again is one proposal.
  const [requestId, setRequestId] = useState(() => newRequestId());
  const act = useAct('POST /operator/account/propose', () => words.proposed);
  const isReasoned = reason.trim() !== '';
  const propose = (change: Wish['change']) =>
    act.run(
      {
        change,
        login: login.trim(),
        roles: change === 'resetCodes' ? [] : offered.filter((role) => roles.includes(role)),
        reason: reason.trim(),
        requestId: `${change}-${requestId}`,
      },
      ({ reviewId }) => {
        setRequestId(newRequestId());
        goTo(pages.queue, { id: String(reviewId) });
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    propose(account === undefined ? 'add' : 'roles');
  };
  return (
    <section className={styles.part}>
      <h2>{account === undefined ? words.add : words.change(account.login)}</h2>
      <form className={styles.form} onSubmit={submit}>
        {account === undefined && (
          <TextField
            label={words.login}
            hint={words.loginHint}
            name="login"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={login}
            onChange={setLogin}
          />
        )}
        <RoleChoice chosen={roles} onChoose={setRoles} />
        {account !== undefined && roles.length === 0 && <Note kind="warn">{words.closes}</Note>}
        <TextField
          label={words.reason}
          name="reason"
          maxLength={500}
          required
          value={reason}
          onChange={setReason}
        />
        <div className={styles.buttons}>
          <Button type="submit" isBusy={act.isBusy} isDisabled={!isReasoned}>
            {words.submit}
          </Button>
          {account?.hasCodes === true && (
            <Button isDisabled={!isReasoned || act.isBusy} onPress={() => propose('resetCodes')}>
              {words.resetCodes}
            </Button>
          )}
          {account !== undefined && (
            <TextButton onPress={() => goTo(pages.operators)}>{words.cancel}</TextButton>
          )}
        </div>
      </form>
    </section>
  );
}

interface RoleChoiceProps {
  chosen: readonly string[];
  onChoose: (roles: readonly string[]) => void;
}

function RoleChoice({ chosen, onChoose }: RoleChoiceProps) {
  const { roles } = texts.operators.propose;
  return (
    <fieldset className={styles.choices}>
      <legend>{roles}</legend>
      {offered.map((role) => (
        <Checkbox
          key={role}
          name={role}
          isChecked={chosen.includes(role)}
          onChange={(isOn) =>
            onChoose(isOn ? [...chosen, role] : chosen.filter((each) => each !== role))
          }
        >
          {roleNames[role]}
        </Checkbox>
      ))}
    </fieldset>
  );
}
