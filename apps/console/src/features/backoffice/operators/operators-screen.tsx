/** Operator accounts: the list, proposing changes, halves of start codes, and what roles may do. */
import { ButtonLink, DateText, Pill, plusIcon, Stack, StateBlock, Tabs } from '@tern/ui';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { roleNamesOf } from '../../../kernel/role-names.ts';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { type Account, useAccounts } from './api.ts';
import { AccountLock } from './locks.tsx';
import { ProposeAccount } from './propose-account.tsx';
import { roleTexts } from './role-texts.ts';
import { NewRolePage, RolePage } from './role-page.tsx';
import { RolesMatrix } from './roles-matrix.tsx';
import styles from './roles.module.css';
import { StaffAccounts } from './staff-accounts.tsx';
import { StartHalf } from './start-half.tsx';

const back = { href: hrefOf(pages.operators), label: texts.operators.all };

export function OperatorsScreen() {
  const { params } = useAddress();
  const mayPropose = usePermission('operators.propose');
  if (params['new'] === '1' && mayPropose) {
    return (
      <Page back={back} title={texts.operators.propose.add} line={texts.operators.lead}>
        <ProposeAccount account={undefined} />
      </Page>
    );
  }
  if (params['new'] === 'role' && mayPropose) return <NewRolePage />;
  if (params['role'] !== undefined) {
    return <RolePage key={params['role']} roleKey={params['role']} />;
  }
  if (params['login'] !== undefined) {
    return <OneAccount key={params['login']} login={params['login']} />;
  }
  return <Accounts shown={params['show'] === 'roles' ? 'roles' : 'people'} />;
}

function OneAccount({ login }: { login: string }) {
  const accounts = useAccounts();
  const mayPropose = usePermission('operators.propose');
  const { operators } = texts;
  const found = accounts.data?.find((account) => account.login === login);
  return (
    <Page
      back={back}
      title={login}
      pills={found !== undefined && <StatePill account={found} />}
      line={found !== undefined && rolesOf(found)}
    >
      <Loaded query={accounts}>
        {() =>
          found === undefined ? (
            <StateBlock kind="empty" title={operators.gone} />
          ) : (
            <>
              <AccountLock account={found} />
              {mayPropose && <ProposeAccount account={found} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function rolesOf({ roles }: Account): string {
  return roleNamesOf(roles) || texts.operators.noRoles;
}

function stateOf({ isActive, hasPassword, hasCodes }: Account): string {
  const { states } = texts.operators;
  if (!isActive) return states.closed;
  if (!hasPassword) return states.waits;
  return hasCodes ? states.ready : states.noCodes;
}

function StatePill({ account }: { account: Account }) {
  if (account.lock !== null) return <Pill kind="bad">{texts.operators.locks.pill}</Pill>;
  return (
    <Pill kind={account.isActive && account.hasPassword ? 'done' : 'neutral'}>
      {stateOf(account)}
    </Pill>
  );
}

const SHOWN = ['people', 'roles'] as const;
type Shown = (typeof SHOWN)[number];

function Accounts({ shown }: { shown: Shown }) {
  const mayPropose = usePermission('operators.propose');
  const { operators } = texts;
  return (
    <Page
      title={texts.nav.operators}
      line={operators.lead}
      actions={
        mayPropose && (
          <ButtonLink
            isSmall
            icon={plusIcon}
            href={hrefOf(pages.operators, { new: shown === 'roles' ? 'role' : '1' })}
          >
            {shown === 'roles' ? roleTexts.page.add : operators.propose.add}
          </ButtonLink>
        )
      }
      bar={
        <div className={styles.tabs}>
          <Tabs
            id="operators"
            label={roleTexts.show}
            isFlush
            items={SHOWN.map((key) => ({ key, label: roleTexts.tabs[key] }))}
            value={shown}
            onChange={(show) => goTo(pages.operators, { show })}
          />
        </div>
      }
      foot={<KeysHint>{shown === 'roles' ? roleTexts.rule : mayPropose && operators.own}</KeysHint>}
    >
      <div role="tabpanel" id="operators-panel" aria-labelledby={`operators-${shown}`}>
        {shown === 'roles' ? <RolesMatrix /> : <People />}
      </div>
    </Page>
  );
}

function People() {
  const accounts = useAccounts();
  const own = useSession()?.operator.login;
  const { operators } = texts;
  const { heads } = operators;
  return (
    <Stack gap={16}>
      <Loaded query={accounts}>
        {(list) => (
          <div>
            {list
              .filter(({ isHolder }) => isHolder)
              .map((account) => (
                <StartHalf key={account.ID} account={account} />
              ))}
            <Table
              label={operators.list}
              rows={list}
              keyOf={({ ID }) => ID}
              hrefOf={({ login }) =>
                login === own ? hrefOf(pages.account) : hrefOf(pages.operators, { login })
              }
              columns={[
                { key: 'login', head: heads.login, cell: ({ login }) => <b>{login}</b> },
                {
                  key: 'state',
                  head: heads.state,
                  cell: (account) => <StatePill account={account} />,
                },
                { key: 'roles', head: heads.roles, isLong: true, cell: rolesOf },
                {
                  key: 'used',
                  head: heads.used,
                  isNumber: true,
                  cell: ({ lastUsedAt }) =>
                    lastUsedAt === null ? (
                      operators.never
                    ) : (
                      <DateText at={lastUsedAt} detail="short" />
                    ),
                },
              ]}
            />
          </div>
        )}
      </Loaded>
      <StaffAccounts />
    </Stack>
  );
}
