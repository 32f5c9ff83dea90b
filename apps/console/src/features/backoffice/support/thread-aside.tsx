/** The customer beside a conversation: what is stopped, balances, what is open, earlier conversations, notes. */
import { ButtonLink, DateText, Inline, Note } from '@tern/ui';
import type { ReactNode } from 'react';
import { Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { Facts, Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Conversation, useMemberContext } from './api.ts';
import styles from './inbox.module.css';
import { supportTexts } from './texts.ts';

export function ThreadAside({ conversation }: { conversation: Conversation }) {
  const { memberId } = conversation;
  return (
    <aside className={styles.aside} aria-label={supportTexts.aside.title}>
      {memberId === null ? (
        <>
          <b>{supportTexts.inbox.visitor}</b>
          <Note kind="warn">{supportTexts.aside.notSignedIn}</Note>
        </>
      ) : (
        <MemberContext memberId={memberId} before={<Before conversation={conversation} />} />
      )}
    </aside>
  );
}

type Member = NonNullable<ReturnType<typeof useMemberContext>['data']>;

function MemberContext({ memberId, before }: { memberId: number; before: ReactNode }) {
  const query = useMemberContext(memberId);
  const { aside } = supportTexts;
  return (
    <Loaded query={query}>
      {(member) => (
        <>
          <div className={styles.who}>
            <b title={member.email}>{member.email}</b>
            <p>
              {aside.id(member.ID)} · {member.isVerified ? aside.verified : aside.notVerified}
            </p>
            <ButtonLink
              isSmall
              kind="outline"
              href={hrefOf(pages.customers, { id: `${memberId}` })}
            >
              {supportTexts.inbox.customer}
              <kbd aria-hidden="true">O</kbd>
            </ButtonLink>
          </div>
          <Stopped member={member} />
          <Part title={aside.balances}>
            {member.balances.length === 0 ? (
              <p className={styles.quiet}>{aside.noBalance}</p>
            ) : (
              <Facts
                rows={member.balances.map(({ asset, total }) => [
                  asset,
                  <Figure key={asset} value={total} unit={asset} />,
                ])}
              />
            )}
          </Part>
          <Open member={member} />
          {before}
          <Part title={aside.notes}>
            {member.notes.length === 0 && <p className={styles.quiet}>{aside.noNotes}</p>}
            {member.notes.map(({ ID, note, login, CreatedAt }) => (
              <p key={ID} className={styles.quiet}>
                {note} ({login}, <DateText at={CreatedAt} detail="date" />)
              </p>
            ))}
          </Part>
          <p className={styles.quiet}>{aside.logged}</p>
        </>
      )}
    </Loaded>
  );
}

/** What the customer cannot do at the moment, and until when. */
function Stopped({ member }: { member: Member }) {
  const { aside } = supportTexts;
  const { blocks, withdrawalsBlockedUntil, frozenByOwnerAt } = member;
  const names = {
    freeze: aside.stopped.frozen,
    ban: aside.stopped.banned,
    unverify: aside.stopped.unverify,
  };
  return (
    <>
      {blocks.map(({ act, until }) => (
        <Note key={act} kind="warn">
          {until === null ? (
            names[act]
          ) : (
            <>
              {aside.until(names[act])} <DateText at={until} detail="short" />
            </>
          )}
        </Note>
      ))}
      {frozenByOwnerAt !== null && (
        <Note kind="warn">
          {aside.stopped.frozenByOwner} <DateText at={frozenByOwnerAt} detail="short" />
        </Note>
      )}
      {withdrawalsBlockedUntil !== null && (
        <Note>
          {aside.withdrawals} <DateText at={withdrawalsBlockedUntil} detail="short" />
        </Note>
      )}
    </>
  );
}

/** Open reviews, and the numbers of open orders and running contracts. */
function Open({ member }: { member: Member }) {
  const { aside } = supportTexts;
  const reviews = member.reviews.filter(({ state }) => state === 'open');
  const { runningContracts, openOrders } = member.totals;
  const rows: [name: string, value: ReactNode][] = reviews.map(({ kind, recordNo, stage }) => [
    `${texts.kinds[kind] ?? kind} ${recordNo}`,
    texts.stagesShort[stage],
  ]);
  if (runningContracts > 0) rows.push([aside.running, runningContracts]);
  if (openOrders > 0) rows.push([aside.orders, openOrders]);
  return (
    <Part title={aside.open}>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{aside.nothingOpen}</p>
      ) : (
        <Facts rows={rows} />
      )}
    </Part>
  );
}

function Before({ conversation: { before } }: { conversation: Conversation }) {
  const { aside } = supportTexts;
  if (before.length === 0) return null;
  return (
    <Part title={aside.before}>
      <ul className={styles.before}>
        {before.map(({ ID, CreatedAt, firstText, stars }) => (
          <Inline as="li" gap={12} justify="between" key={ID}>
            <a href={hrefOf(pages.inbox, { id: String(ID) })}>
              <DateText at={CreatedAt} detail="date" />, {firstText || aside.noWords}
            </a>
            <span>{stars === null ? aside.notRated : aside.stars(stars)}</span>
          </Inline>
        ))}
      </ul>
    </Part>
  );
}
