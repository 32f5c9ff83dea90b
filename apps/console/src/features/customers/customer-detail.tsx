/** One customer, read only: profile, balances, reviews, records; and the acts that roles allow. */
import { DateText } from '@tern/ui';
import { ExactAmount } from '../../kernel/exact-amount.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../platform/address.ts';
import { type Customer, useCustomer, useCustomerRecords } from './api.ts';
import { Standing } from './standing.tsx';
import { EntryForm } from './entry-form.tsx';
import { StandingForm } from './standing-form.tsx';

export function CustomerDetail({ id }: { id: string }) {
  const customer = useCustomer(id);
  const mayAct = useHasRole('reviewer', 'support');
  const mayPropose = useHasRole('reviewer', 'approver');
  return (
    <Loaded query={customer}>
      {(found) => (
        <>
          <div className={styles.part}>
            <a href={hrefOf(pages.customers)} className={styles.quiet}>
              {texts.customers.all}
            </a>
            <h1>{texts.queue.member(found.ID)}</h1>
            <Standing customer={found} />
          </div>
          <Profile customer={found} />
          <Balances customer={found} />
          <Reviews customer={found} />
          {mayAct && <StandingForm customer={found} />}
          {mayPropose && <EntryForm customer={found} />}
          <Records id={id} />
        </>
      )}
    </Loaded>
  );
}

function Profile({ customer }: { customer: Customer }) {
  const { profile } = texts.customers;
  const blocked = customer.withdrawalsBlockedUntil;
  const facts = [
    [profile.email, customer.email],
    [profile.phone, `${customer.phone} · ${profile[customer.phoneProven ? 'proven' : 'unproven']}`],
    [profile.since, <DateText key="since" at={customer.CreatedAt} />],
    [profile.language, customer.lang],
    [profile.invite, customer.inviteCode],
    [profile.score, customer.creditScore],
    [profile.payPassword, customer.hasPayPassword ? texts.customers.yes : texts.customers.no],
    ...customer.blocks.map(
      (block) => [profile.blocks[block.act], <BlockEnd key={block.act} block={block} />] as const,
    ),
    ...(customer.frozenByOwnerAt === null
      ? []
      : [[profile.frozenByOwner, <DateText key="owner" at={customer.frozenByOwnerAt} />] as const]),
    ...(blocked === null
      ? []
      : [[profile.blockedUntil, <DateText key="blocked" at={blocked} />] as const]),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function BlockEnd({ block: { until, login } }: { block: Customer['blocks'][number] }) {
  const { profile } = texts.customers;
  if (until === null) return profile.final;
  return (
    <>
      <DateText at={until} /> {profile.by(login)}
    </>
  );
}

function Balances({ customer }: { customer: Customer }) {
  const { balances } = texts.customers;
  const rows = customer.balances;
  return (
    <section className={styles.part}>
      <h2>{balances.title}</h2>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{balances.none}</p>
      ) : (
        <Table
          label={balances.title}
          heads={[balances.asset, balances.available, balances.frozen, balances.total]}
        >
          {rows.map(({ coinname, available, frozen, total }) => (
            <tr key={coinname}>
              <td>{coinname}</td>
              {[
                ['available', available] as const,
                ['frozen', frozen] as const,
                ['total', total] as const,
              ].map(([part, value]) => (
                <td key={part}>
                  <ExactAmount value={value} unit={coinname} />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function Reviews({ customer }: { customer: Customer }) {
  const { reviews } = texts.customers;
  if (customer.reviews.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2>{reviews.title}</h2>
      <Table
        label={reviews.title}
        heads={[reviews.record, reviews.kind, reviews.amount, reviews.state, reviews.since]}
      >
        {customer.reviews.map((row) => (
          <tr key={row.ID}>
            <td>
              <a href={hrefOf(pages.queue, { id: String(row.ID) })}>{row.recordNo}</a>
            </td>
            <td>{texts.kinds[row.kind] ?? row.kind}</td>
            <td>{row.amount !== null && <ExactAmount value={row.amount} unit={row.coinname} />}</td>
            <td>{row.state === 'open' ? texts.stages[row.stage] : texts.states[row.state]}</td>
            <td>
              <DateText at={row.CreatedAt} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Records({ id }: { id: string }) {
  const { params } = useAddress();
  const query = useCustomerRecords(id, pageOf(params));
  const { records } = texts.customers;
  return (
    <section className={styles.part}>
      <h2>{records.title}</h2>
      <Loaded query={query}>
        {({ list, total }) => (
          <>
            <Table
              label={records.title}
              heads={[records.at, records.type, records.amount, records.after, records.reference]}
            >
              {list.map((row) => (
                <tr key={row.ID}>
                  <td>
                    <DateText at={row.CreatedAt} detail="second" />
                  </td>
                  <td>{texts.customers.recordTypes[row.type - 1] ?? row.type}</td>
                  <td>
                    <ExactAmount value={row.amount} unit={row.coinname} isSigned />
                  </td>
                  <td>
                    <ExactAmount value={row.after} unit={row.coinname} />
                  </td>
                  <td>
                    {row.reference}
                    {row.note !== '' && ` · ${row.note}`}
                  </td>
                </tr>
              ))}
            </Table>
            <Pager total={total} />
          </>
        )}
      </Loaded>
    </section>
  );
}
