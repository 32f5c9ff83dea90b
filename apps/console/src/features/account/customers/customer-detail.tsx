/** One customer: active blocks first, then balances, reviews and records; actions at the side. */
import { DateText, Inline, Note, Pill, Text } from '@tern/ui';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import styles from '../../../kernel/page.module.css';
import { Facts, Part, Page } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerFiles } from './customer-files.tsx';
import { Notes } from './customer-notes.tsx';
import { Timeline } from './customer-timeline.tsx';
import { Balances, Records, Reviews, Totals } from './customer-tables.tsx';
import { type Customer, useCustomer } from './api.ts';
import { customerTexts } from './texts.ts';

const back = { href: hrefOf(pages.customers), label: customerTexts.customers.all };

export function CustomerDetail({ id }: { id: string }) {
  const customer = useCustomer(id);
  const readsOutbox = usePermission('outbox.read');
  const opensCases = usePermission('screening.decide');
  const { customers } = customerTexts;
  const found = customer.data;
  if (found === undefined) {
    return (
      <Page back={back} title={texts.queue.member(Number(id))}>
        <Loaded query={customer}>{() => null}</Loaded>
      </Page>
    );
  }
  return (
    <Page
      back={back}
      lead={
        <span className={styles.avatar} aria-hidden="true">
          {found.email.slice(0, 2).toUpperCase()}
        </span>
      }
      title={found.name === '' ? texts.queue.member(found.ID) : found.name}
      pills={<AccountStatus customer={found} />}
      line={
        <>
          {found.name !== '' && `${texts.queue.member(found.ID)} · `}
          {found.email} · {customers.memberSince} <DateText at={found.CreatedAt} detail="day" />
          {readsOutbox && (
            <>
              {' · '}
              <a href={hrefOf(pages.outbox, { memberId: id })}>{customers.messages}</a>
            </>
          )}
          {opensCases && (
            <>
              {' · '}
              <a href={hrefOf(pages.cases, { customer: id })}>{customers.openCase}</a>
            </>
          )}
        </>
      }
      actions={
        <Text as="span" size="label" tone="faint">
          {customers.logged}
        </Text>
      }
      side={
        <>
          <Profile customer={found} />
          <Notes customer={found} />
          <CustomerActions customer={found} />
        </>
      }
    >
      <Blocks customer={found} />
      <Balances customer={found} />
      <Totals customer={found} />
      <Reviews customer={found} />
      <Timeline id={id} />
      <CustomerFiles customer={found} />
      <Records id={id} />
    </Page>
  );
}

/** Closing, and active blocks: who started them and until when. */
function Blocks({ customer }: { customer: Customer }) {
  const { profile } = customerTexts.customers;
  const {
    blocks,
    withdrawalsBlockedUntil: blocked,
    frozenByOwnerAt,
    closedAt,
    closesAt,
  } = customer;
  const times = [blocked, frozenByOwnerAt, closedAt, closesAt];
  if (blocks.length === 0 && times.every((time) => time === null)) return null;
  return (
    <div className={styles.part}>
      {closedAt !== null && (
        <Note kind="warn">
          {profile.closed} <DateText at={closedAt} detail="short" />. {profile.closedText}
        </Note>
      )}
      {closesAt !== null && (
        <Note>
          {profile.closes} <DateText at={closesAt} detail="short" />
        </Note>
      )}
      {blocks.map(({ act, until, login, isLiftedByTwo, liftAskedBy }) => (
        <Note key={act} kind="warn">
          {until === null ? (
            `${profile.stopped[act]}, ${profile.final}.`
          ) : (
            <>
              {profile.blocks[act]} <DateText at={until} detail="short" />, {profile.by(login)}.
            </>
          )}
          {isLiftedByTwo && ` ${profile.liftedByTwo}`}
          {liftAskedBy !== null && ` ${profile.liftAskedBy(liftAskedBy)}`}
        </Note>
      ))}
      {frozenByOwnerAt !== null && (
        <Note kind="warn">
          {profile.frozenByOwner} <DateText at={frozenByOwnerAt} detail="short" />
        </Note>
      )}
      {blocked !== null && (
        <Note>
          {profile.blockedUntil} <DateText at={blocked} detail="short" />
        </Note>
      )}
    </div>
  );
}

function Profile({ customer }: { customer: Customer }) {
  const { profile, identity, yes, no } = customerTexts.customers;
  const facts = [
    [profile.identity, identity[customer.identity]],
    [profile.email, customer.email],
    [profile.phone, customer.phone],
    [profile.phoneState, profile[customer.phoneProven ? 'proven' : 'unproven']],
    [profile.language, customer.lang],
    [profile.invite, customer.inviteCode],
    [profile.score, String(customer.creditScore)],
    [profile.payPassword, customer.hasPayPassword ? yes : no],
  ] as const;
  return (
    <Part title={profile.title}>
      <Facts rows={facts} />
    </Part>
  );
}

interface AccountStatusProps {
  customer: Pick<Customer, 'isBanned' | 'isFrozen' | 'identity'>;
}

/** Pills with the blocks of a customer and the identity status. */
export function AccountStatus({ customer }: AccountStatusProps) {
  const { isBanned, isFrozen, identity } = customer;
  return (
    <Inline as="span" gap={8} align="center" isWrapped>
      <Pill kind={identity === 'verified' ? 'done' : 'neutral'}>
        {customerTexts.customers.identity[identity]}
      </Pill>
      {isFrozen && <Pill kind="review">{customerTexts.customers.frozen}</Pill>}
      {isBanned && <Pill kind="bad">{customerTexts.customers.banned}</Pill>}
    </Inline>
  );
}
