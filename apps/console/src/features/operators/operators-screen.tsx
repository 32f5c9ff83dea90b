/** Who may work here: every account, what of it can be proposed, and halves of start codes. */
import { Button, DateText, Pill } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { useHasRole, useSession } from '../../kernel/session.ts';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, useAddress } from '../../platform/address.ts';
import { type Account, useAccounts } from './api.ts';
import { ProposeAccount } from './propose-account.tsx';
import { StartHalf } from './start-half.tsx';

export function OperatorsScreen() {
  const { login } = useAddress().params;
  const accounts = useAccounts();
  const mayPropose = useHasRole('approver');
  return (
    <div className={styles.room}>
      <h1>{texts.nav.operators}</h1>
      <p className={styles.quiet}>{texts.operators.lead}</p>
      <Loaded query={accounts}>
        {(list) => (
          <>
            <Accounts list={list} mayPropose={mayPropose} />
            {list
              .filter(({ isHolder }) => isHolder)
              .map((account) => (
                <StartHalf key={account.ID} account={account} />
              ))}
            {mayPropose && (
              <ProposeAccount
                key={login ?? ''}
                account={list.find((account) => account.login === login)}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function stateOf({ isActive, hasPassword, hasCodes }: Account): string {
  const { states } = texts.operators;
  if (!isActive) return states.closed;
  if (!hasPassword) return states.waits;
  return hasCodes ? states.ready : states.noCodes;
}

function Accounts({ list, mayPropose }: { list: readonly Account[]; mayPropose: boolean }) {
  const own = useSession()?.operator.login;
  const { operators } = texts;
  const { heads } = operators;
  return (
    <section className={styles.part}>
      <h2>{operators.list}</h2>
      <Table
        label={operators.list}
        heads={[heads.login, heads.roles, heads.state, heads.used, heads.act]}
      >
        {list.map((account) => (
          <tr key={account.ID}>
            <td>{account.login}</td>
            <td>{account.roles.join(', ') || operators.noRoles}</td>
            <td>
              <Pill kind={account.isActive && account.hasPassword ? 'done' : 'neutral'}>
                {stateOf(account)}
              </Pill>
            </td>
            <td>
              {account.lastUsedAt === null ? operators.never : <DateText at={account.lastUsedAt} />}
            </td>
            <td>
              {mayPropose && account.login !== own && (
                <Button
                  isSmall
                  label={operators.editOf(account.login)}
                  onPress={() => goTo(pages.operators, { login: account.login })}
                >
                  {operators.edit}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
