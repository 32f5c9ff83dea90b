/** The tables of a product: its orders, and its versions. */
import { DateText, Text } from '@tern/ui';
import { Figure, Nothing } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { Part } from '../../../kernel/page.tsx';
import { PagedTable, Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type Field, type Product, useOrders } from './api.ts';
import { ChangesTable } from './version-changes.tsx';
import { changedFields, earlierOf } from './view-model.ts';
import { productTexts } from './texts.ts';

export function Orders({ id, page }: { id: string; page: number }) {
  const { orderList: labels } = productTexts.products;
  const { heads } = labels;
  return (
    <Part title={labels.title}>
      <PagedTable
        query={useOrders(id, page)}
        label={labels.title}
        keyOf={({ ID }) => ID}
        empty={
          <Text size="label" tone="soft">
            {labels.none}
          </Text>
        }
        hrefOf={({ memberId }) => hrefOf(pages.customers, { id: String(memberId) })}
        columns={[
          { key: 'record', head: heads.record, cell: ({ recordNo }) => recordNo },
          {
            key: 'member',
            head: heads.member,
            cell: ({ memberId }) => texts.queue.member(memberId),
          },
          {
            key: 'at',
            head: heads.at,
            cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
          },
          { key: 'status', head: heads.status, cell: ({ status }) => status },
          {
            key: 'ends',
            head: heads.ends,
            cell: ({ endsAt }) =>
              endsAt === null ? <Nothing /> : <DateText at={endsAt} detail="day" />,
          },
          {
            key: 'amount',
            head: heads.amount,
            isNumber: true,
            cell: ({ amount, coinname }) => (
              <>
                <Figure value={amount} unit={coinname} /> {coinname}
              </>
            ),
          },
        ]}
      />
    </Part>
  );
}

interface VersionsProps {
  product: Product;
  fields: readonly Field[];
}

/** Each version opens with what it changed. */
export function Versions({ product: { ID, versions }, fields }: VersionsProps) {
  const { history: labels, version: nameOf } = productTexts.products;
  const { heads } = labels;
  const { params } = useAddress();
  const opened = (version: number) => params['version'] === String(version);
  const at = (version: number) =>
    hrefOf(pages.products, {
      id: String(ID),
      ...(opened(version) ? {} : { version: String(version) }),
    });
  return (
    <Part title={labels.title}>
      <Table
        label={labels.title}
        rows={versions}
        keyOf={({ version }) => version}
        hrefOf={({ version }) => at(version)}
        detailOf={(version) =>
          opened(version.version) ? (
            <ChangesTable
              fields={changedFields(fields, earlierOf(versions, version)?.terms, version.terms)}
              version={version}
              before={earlierOf(versions, version)}
            />
          ) : undefined
        }
        columns={[
          { key: 'version', head: heads.version, cell: ({ version }) => nameOf(version) },
          { key: 'state', head: heads.state, cell: ({ state }) => labels.states[state] },
          {
            key: 'from',
            head: heads.from,
            cell: ({ effectiveAt }) =>
              effectiveAt === null ? <Nothing /> : <DateText at={effectiveAt} detail="short" />,
          },
          {
            key: 'by',
            head: heads.by,
            cell: ({ proposedBy }) => proposedBy || labels.installation,
          },
          { key: 'why', head: heads.why, isLong: true, cell: ({ reason }) => reason },
        ]}
      />
    </Part>
  );
}
