/** Customer search, and the page of one customer. */
import { AmountText, DateText } from '@tern/ui';
import { FilterText, pageOf } from '../../../kernel/list-controls.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { PagedTable } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { useCustomers } from './api.ts';
import { AccountStatus, CustomerDetail } from './customer-detail.tsx';
import { customerTexts } from './texts.ts';

export function CustomersScreen() {
  const { params } = useAddress();
  const { id, search = '' } = params;
  if (id !== undefined) return <CustomerDetail key={id} id={id} />;
  return <Found search={search} page={pageOf(params)} />;
}

function Found({ search, page }: { search: string; page: number }) {
  const found = useCustomers(search, page);
  const { customers } = customerTexts;
  const { heads } = customers;
  return (
    <Page
      title={texts.nav.customers}
      line={
        found.data !== undefined && (
          <>
            <AmountText value={String(found.data.total)} places={0} />{' '}
            {customers.total(found.data.total)}
          </>
        )
      }
      bar={
        <FilterText
          key={search}
          label={customers.search}
          name="search"
          given={search}
          onFind={(text) => goTo(pages.customers, { search: text })}
          isWide
        />
      }
      foot={<KeysHint>{customers.logged}</KeysHint>}
    >
      <PagedTable
        query={found}
        label={texts.nav.customers}
        keyOf={({ ID }) => ID}
        hrefOf={({ ID }) => hrefOf(pages.customers, { id: String(ID) })}
        empty={customers.none}
        columns={[
          { key: 'id', head: heads.id, cell: ({ ID }) => ID },
          { key: 'email', head: heads.email, isLong: true, cell: ({ email }) => email },
          { key: 'phone', head: heads.phone, cell: ({ phone }) => phone },
          {
            key: 'status',
            head: heads.status,
            cell: (customer) => <AccountStatus customer={customer} />,
          },
          {
            key: 'since',
            head: heads.since,
            isNumber: true,
            cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="day" />,
          },
        ]}
      />
    </Page>
  );
}
