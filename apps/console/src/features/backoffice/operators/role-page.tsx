/** One role, or a new one: what it may do, who holds it, and the proposal of a change. */
import {
  type Permission,
  type PermissionGroup,
  mixedDuties,
  permissionGroups,
  permissionNames,
} from '@tern/protocol/operator/client';
import { Button, Checkbox, Inline, Note, Pill, StateBlock, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { newRequestId, useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import pageStyles from '../../../kernel/page.module.css';
import { Page, Part } from '../../../kernel/page.tsx';
import { openReview, pages } from '../../../kernel/pages.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Role, useRoles } from './api.ts';
import { roleTexts } from './role-texts.ts';
import styles from './roles.module.css';

const { page: labels } = roleTexts;
const back = { href: hrefOf(pages.operators, { show: 'roles' }), label: labels.all };
const GROUPS = Object.keys(permissionGroups) as PermissionGroup[];

export function NewRolePage() {
  return (
    <Page back={back} title={labels.add} line={labels.lead}>
      <ProposeRole shown={undefined} />
    </Page>
  );
}

export function RolePage({ roleKey }: { roleKey: string }) {
  const query = useRoles();
  const role = query.data?.roles.find(({ key }) => key === roleKey);
  const mayPropose = usePermission('operators.propose');
  return (
    <Page
      back={back}
      title={role?.name ?? roleKey}
      line={role && labels.heldBy(role.logins)}
      pills={typeof role?.reviewId === 'number' && <Pill kind="review">{labels.waits}</Pill>}
    >
      <Loaded query={query}>
        {() => {
          if (role === undefined) return <StateBlock kind="empty" title={labels.gone} />;
          return (
            <>
              <Waiting reviewId={role.reviewId} />
              {mayPropose ? <ProposeRole shown={role} /> : <May permissions={role.permissions} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Waiting({ reviewId }: { reviewId: number | null }) {
  const seesQueue = usePermission('reviews.read');
  if (reviewId === null) return null;
  return (
    <Note>
      {labels.changeWaits}{' '}
      {seesQueue && <a href={hrefOf(pages.queue, { id: String(reviewId) })}>{labels.open}</a>}
    </Note>
  );
}

/** For whom a role is no form. */
function May({ permissions }: { permissions: readonly Permission[] }) {
  return GROUPS.map((group) => {
    const held = permissionGroups[group].filter((each) => permissions.includes(each));
    return (
      held.length > 0 && (
        <Part key={group} title={roleTexts.groups[group]}>
          <ul className={styles.may}>
            {held.map((each) => (
              <li key={each}>{permissionNames[each]}</li>
            ))}
          </ul>
        </Part>
      )
    );
  });
}

/** Of a name: "Market watch" is `marketwatch`. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .slice(0, 24);

/** What was changed in the form, on another version of the role: nothing that a colleague changed is undone. */
function movedOnto(newer: Role, from: Role, chosen: readonly Permission[]): readonly Permission[] {
  const isTaken = (each: Permission) => from.permissions.includes(each) && !chosen.includes(each);
  const given = chosen.filter((each) => !from.permissions.includes(each));
  return [...new Set([...newer.permissions.filter((each) => !isTaken(each)), ...given])];
}

/** The version on which the form was opened, and the way to a newer one, which keeps what was changed. */
function useOpened(shown: Role | undefined) {
  const [role, setRole] = useState(shown);
  const [name, setName] = useState(shown?.name ?? '');
  const [chosen, setChosen] = useState<readonly Permission[]>(shown?.permissions ?? []);
  const isOutdated = role !== undefined && shown !== undefined && shown.version !== role.version;
  const goOn = () => {
    if (!isOutdated) return;
    setChosen(movedOnto(shown, role, chosen));
    if (name.trim() === role.name) setName(shown.name);
    setRole(shown);
  };
  return { role, name, setName, chosen, setChosen, isOutdated, goOn };
}

function useProposal(shown: Role | undefined) {
  const { role, name, setName, chosen, setChosen, ...opened } = useOpened(shown);
  const [reason, setReason] = useState('');
  // Idempotency key: a retry does not create a second proposal.
  const [requestId, setRequestId] = useState(() => newRequestId());
  const act = useAct('POST /operator/role/propose', () => texts.operators.propose.proposed);
  const before = role?.permissions ?? [];
  const changed = Object.values(permissionGroups)
    .flat()
    .filter((each) => before.includes(each) !== chosen.includes(each));
  const key = role?.key ?? keyOf(name);
  const send = (change: 'add' | 'edit' | 'end') =>
    act.run(
      {
        change,
        key,
        ...(role === undefined ? {} : { version: role.version }),
        ...(change === 'end' ? {} : { name: name.trim() }),
        permissions: change === 'end' ? [] : [...chosen],
        reason: reason.trim(),
        requestId: `${change}-${requestId}`,
      },
      ({ reviewId }) => {
        setRequestId(newRequestId());
        openReview({ reviewId });
      },
    );
  const hasReason = reason.trim() !== '' && !act.isBusy && !opened.isOutdated;
  const isChanged = changed.length > 0 || (role !== undefined && name.trim() !== role.name);
  const isReady =
    hasReason && isChanged && chosen.length > 0 && key.length > 1 && name.trim() !== '';
  const put = (permission: Permission, isOn: boolean) =>
    setChosen(isOn ? [...chosen, permission] : chosen.filter((each) => each !== permission));
  const form = { role, name, setName, key, chosen, put, changed, reason, setReason };
  return { ...opened, ...form, send, hasReason, isReady };
}

function ProposeRole({ shown }: { shown: Role | undefined }) {
  const proposal = useProposal(shown);
  const { role, chosen } = proposal;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    proposal.send(role === undefined ? 'add' : 'edit');
  };
  return (
    <form className={styles.proposal} onSubmit={submit}>
      {proposal.isOutdated && (
        <Note kind="warn">
          {labels.outdated}{' '}
          <Button isSmall onPress={proposal.goOn}>
            {labels.goOn}
          </Button>
        </Note>
      )}
      <Part title={labels.what}>
        <TextField
          label={labels.name}
          hint={proposal.key === '' ? labels.nameHint : labels.keyHint(proposal.key)}
          name="name"
          maxLength={40}
          required
          value={proposal.name}
          onChange={proposal.setName}
        />
      </Part>
      {GROUPS.map((group) => (
        <Part key={group} title={roleTexts.groups[group]}>
          <fieldset className={styles.permissions}>
            <legend>{roleTexts.groups[group]}</legend>
            {permissionGroups[group].map((each) => (
              <Checkbox
                key={each}
                name={each}
                isChecked={chosen.includes(each)}
                onChange={(isOn) => proposal.put(each, isOn)}
              >
                {permissionNames[each]}
              </Checkbox>
            ))}
          </fieldset>
        </Part>
      ))}
      {role !== undefined && (
        <Changes
          role={role}
          name={proposal.name.trim()}
          chosen={chosen}
          changed={proposal.changed}
        />
      )}
      {mixedDuties(chosen).map(({ key, name }) => (
        <Note key={key} kind="warn">
          {labels.mixed(name)}
        </Note>
      ))}
      <Part title={labels.propose}>
        <div className={pageStyles.form}>
          <ReasonField
            label={labels.reason}
            value={proposal.reason}
            onChange={proposal.setReason}
          />
          <Inline gap={8} align="center" isWrapped>
            <Button type="submit" kind="primary" isDisabled={!proposal.isReady}>
              {role === undefined ? labels.proposeNew : labels.proposeChange}
            </Button>
            {shown?.logins.length === 0 && (
              <Button isDisabled={!proposal.hasReason} onPress={() => proposal.send('end')}>
                {labels.proposeEnd}
              </Button>
            )}
          </Inline>
        </div>
      </Part>
    </form>
  );
}

interface ChangesProps {
  role: Role;
  name: string;
  chosen: readonly Permission[];
  changed: readonly Permission[];
}

/** Before and after of what would change. */
function Changes({ role, name, chosen, changed }: ChangesProps) {
  const before = role.permissions;
  const mark = (held: readonly Permission[], each: Permission) => (
    <span className={held.includes(each) ? styles.yes : styles.no}>
      {held.includes(each) ? labels.yes : labels.no}
    </span>
  );
  return (
    <Part title={labels.changes}>
      <Table
        label={labels.changes}
        rows={name === role.name ? changed : ['name' as const, ...changed]}
        keyOf={(each) => each}
        empty={<p className={styles.unchanged}>{labels.unchanged}</p>}
        columns={[
          {
            key: 'what',
            head: roleTexts.what,
            isLong: true,
            cell: (each) => (each === 'name' ? labels.name : permissionNames[each]),
          },
          {
            key: 'now',
            head: labels.now,
            cell: (each) => (each === 'name' ? role.name : mark(before, each)),
          },
          {
            key: 'then',
            head: labels.proposed,
            cell: (each) => (each === 'name' ? name : mark(chosen, each)),
          },
        ]}
      />
    </Part>
  );
}
