/** What each role may do, how many people hold it, and what nobody could do. */
import { roleRowNames } from '@tern/protocol/operator/client';
import { classNames, Note } from '@tern/ui';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type RoleRow, type Roles, useRoles } from './api.ts';
import { roleTexts as labels } from './role-texts.ts';
import styles from './roles.module.css';

const GROUPS = ['customers', 'decisions', 'offer', 'exchange'] as const;
const MARKS = ['sees', 'first', 'second', 'either', 'alone'] as const;
type Mark = (typeof MARKS)[number];

export function RolesMatrix() {
  return <Loaded query={useRoles()}>{(roles) => <Matrix roles={roles} />}</Loaded>;
}

function Matrix({ roles: { rows, roles } }: { roles: Roles }) {
  const lacking = rows.filter(({ lacks }) => lacks !== null).length;
  return (
    <>
      {lacking > 0 && <Note>{labels.lacking(lacking)}</Note>}
      <p className={styles.legend}>
        {MARKS.map((mark) => (
          <span key={mark}>
            <MarkText mark={mark} /> {labels.legend[mark]}
          </span>
        ))}
      </p>
      <div className={styles.wide}>
        <table className={styles.matrix} aria-label={labels.matrix}>
          <thead>
            <tr>
              <th scope="col">{labels.what}</th>
              {roles.map(({ key, name, reviewId }) => (
                <th key={key} scope="col">
                  <a className={styles.role} href={hrefOf(pages.operators, { role: key })}>
                    {name}
                  </a>
                  {reviewId !== null && <span className={styles.lacks}>{labels.page.waits}</span>}
                </th>
              ))}
            </tr>
          </thead>
          {GROUPS.map((group) => (
            <tbody key={group}>
              <tr className={styles.group}>
                <th scope="colgroup" colSpan={roles.length + 1}>
                  {labels.groups[group]}
                </th>
              </tr>
              {rows
                .filter((row) => row.group === group)
                .map((row) => (
                  <tr key={row.key}>
                    <th scope="row">
                      {roleRowNames[row.key] ?? row.key}
                      {row.lacks !== null && (
                        <span className={styles.lacks}>{labels.lacks[row.lacks]}</span>
                      )}
                    </th>
                    {roles.map(({ key }) => (
                      <td key={key}>{markIn(row, key)}</td>
                    ))}
                  </tr>
                ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row">{labels.people}</th>
              {roles.map(({ key, logins }) => (
                <td key={key} title={logins.join(', ')}>
                  {logins.length}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}

function markIn({ marks }: RoleRow, role: string) {
  const found = marks.find((each) => each.role === role);
  return found === undefined ? null : <MarkText mark={found.mark} />;
}

function MarkText({ mark }: { mark: Mark }) {
  return <span className={classNames(styles.mark, styles[mark])}>{labels.marks[mark]}</span>;
}
