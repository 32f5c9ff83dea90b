/** Everything operators did and looked at: searched, read, taken along as CSV. */
import { useQuery } from '@tanstack/react-query';
import { Button, DateText, StateBlock, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { PAGE_SIZE, Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, useAddress } from '../../platform/address.ts';
import { call } from '../../platform/call.ts';
import { saveFile } from '../../platform/save-file.ts';

const FILTERS = ['login', 'action', 'subject', 'memberId', 'reason'] as const;
type Filter = Partial<Record<(typeof FILTERS)[number], string>>;

/** What the address asks for; what is empty asks for nothing. */
function filterOf(params: Readonly<Record<string, string>>): Filter {
  return Object.fromEntries(
    FILTERS.flatMap((name) => (params[name] ? [[name, params[name]]] : [])),
  );
}

export function AuditScreen() {
  const { params } = useAddress();
  const filter = filterOf(params);
  const { audit } = texts;
  const exporting = useAct('GET /operator/audit/export', ({ rows, isWhole }) =>
    audit.exported(rows, isWhole),
  );
  return (
    <div className={styles.room}>
      <h1>{texts.nav.audit}</h1>
      <FilterForm key={JSON.stringify(filter)} given={filter} />
      <div className={styles.buttons}>
        <Button
          isSmall
          isBusy={exporting.isBusy}
          onPress={() =>
            exporting.run(filter, ({ csv }) => saveFile('audit-log.csv', csv, 'text/csv'))
          }
        >
          {audit.export}
        </Button>
      </div>
      <Lines filter={filter} page={pageOf(params)} />
    </div>
  );
}

function FilterForm({ given }: { given: Filter }) {
  const [filter, setFilter] = useState(given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    goTo(pages.audit, { ...filter });
  };
  return (
    <form role="search" className={styles.filters} onSubmit={submit}>
      {FILTERS.map((name) => (
        <TextField
          key={name}
          label={texts.audit.filters[name]}
          name={name}
          value={filter[name] ?? ''}
          onChange={(value) => setFilter({ ...filter, [name]: value })}
        />
      ))}
      <Button type="submit">{texts.audit.search}</Button>
    </form>
  );
}

function Lines({ filter, page }: { filter: Filter; page: number }) {
  const lines = useQuery({
    queryKey: ['audit', filter, page],
    queryFn: () => call('GET /operator/audit/list', { ...filter, page, pageSize: PAGE_SIZE }),
  });
  const { heads } = texts.audit;
  return (
    <Loaded query={lines}>
      {({ list, total }) =>
        list.length === 0 ? (
          <StateBlock kind="empty" title={texts.audit.none} />
        ) : (
          <>
            <Table
              label={texts.nav.audit}
              heads={[heads.at, heads.login, heads.action, heads.subject, heads.reason, heads.from]}
            >
              {list.map((line) => (
                <tr key={line.ID}>
                  <td>
                    <DateText at={line.CreatedAt} detail="second" />
                  </td>
                  <td>{line.login || texts.audit.program}</td>
                  <td>
                    {line.action}
                    {line.isShown && ` · ${texts.audit.shown}`}
                  </td>
                  <td>
                    {line.subject}
                    {line.memberId !== null && ` · ${texts.queue.member(line.memberId)}`}
                  </td>
                  <td>{line.reason || line.detail}</td>
                  <td>{line.address}</td>
                </tr>
              ))}
            </Table>
            <Pager total={total} />
          </>
        )
      }
    </Loaded>
  );
}
