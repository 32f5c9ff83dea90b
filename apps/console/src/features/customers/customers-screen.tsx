/** Finding customers, and one of them whole. */
import { DateText, StateBlock } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { SearchForm } from '../../kernel/search-form.tsx';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../platform/address.ts';
import { useCustomers } from './api.ts';
import { CustomerDetail } from './customer-detail.tsx';
import { Standing } from './standing.tsx';

export function CustomersScreen() {
  const { params } = useAddress();
  const { id, search = '' } = params;
  return (
    <div className={styles.room}>
      {id === undefined ? (
        <>
          <h1>{texts.nav.customers}</h1>
          <SearchForm
            key={search}
            page={pages.customers}
            name="search"
            label={texts.customers.search}
            submit={texts.customers.find}
            given={search}
          />
          <Found search={search} page={pageOf(params)} />
        </>
      ) : (
        <CustomerDetail key={id} id={id} />
      )}
    </div>
  );
}

function Found({ search, page }: { search: string; page: number }) {
  const customers = useCustomers(search, page);
  const { heads } = texts.customers;
  return (
    <Loaded query={customers}>
      {({ list, total }) =>
        list.length === 0 ? (
          <StateBlock kind="empty" title={texts.customers.none} />
        ) : (
          <>
            <Table
              label={texts.nav.customers}
              heads={[heads.id, heads.email, heads.phone, heads.since, heads.standing]}
            >
              {list.map((customer) => (
                <tr key={customer.ID}>
                  <td>
                    <a href={hrefOf(pages.customers, { id: String(customer.ID) })}>{customer.ID}</a>
                  </td>
                  <td>{customer.email}</td>
                  <td>{customer.phone}</td>
                  <td>
                    <DateText at={customer.CreatedAt} detail="day" />
                  </td>
                  <td>
                    <Standing customer={customer} />
                  </td>
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
