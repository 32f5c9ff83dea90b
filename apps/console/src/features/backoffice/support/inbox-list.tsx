/** The conversations: the operator's own, those that wait for an operator or a customer, others', closed ones. */
import { classNames, formatDate, StateBlock, VisuallyHidden } from '@tern/ui';
import { Loaded } from '../../../kernel/loaded.tsx';
import { NewRows, useHeldRows } from '../../../kernel/new-rows.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { useAge } from '../../../kernel/value-text.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Inbox, type InboxRow, useInbox } from './api.ts';
import styles from './inbox.module.css';
import { previewText } from './preview.ts';
import { supportTexts } from './texts.ts';

const GROUPS = ['yours', 'waiting', 'answered', 'others', 'closed'] as const;
type Group = (typeof GROUPS)[number];

export function InboxList({ openId }: { openId: string | undefined }) {
  const inbox = useInbox();
  return (
    <>
      <header className={styles.listHead}>
        <h1>{texts.nav.inbox}</h1>
        {inbox.data !== undefined && <Waiting inbox={inbox.data} />}
      </header>
      <div className={styles.rows}>
        <Loaded query={inbox}>{(found) => <Groups inbox={found} openId={openId} />}</Loaded>
      </div>
    </>
  );
}

function Groups({ inbox, openId }: { inbox: Inbox; openId: string | undefined }) {
  const all = GROUPS.flatMap((group) => inbox[group]);
  const held = useHeldRows(all, ({ ID }) => ID);
  if (all.length === 0) {
    return (
      <StateBlock
        kind="empty"
        title={supportTexts.inbox.empty}
        text={supportTexts.inbox.emptyText}
      />
    );
  }
  const shown = new Set(held.rows);
  return (
    <>
      <NewRows {...held} />
      {GROUPS.map((group) => (
        <Rows
          key={group}
          group={group}
          rows={inbox[group].filter((row) => shown.has(row))}
          openId={openId}
        />
      ))}
    </>
  );
}

function Waiting({ inbox: { waitingTotal, oldestAt } }: { inbox: Inbox }) {
  const oldest = useAge(oldestAt);
  return <span>{supportTexts.inbox.waiting(waitingTotal, oldest)}</span>;
}

interface RowsProps {
  group: Group;
  rows: readonly InboxRow[];
  openId: string | undefined;
}

function Rows({ group, rows, openId }: RowsProps) {
  const name = supportTexts.inbox.groups[group];
  if (rows.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2>{name}</h2>
      <ul aria-label={name}>
        {rows.map((row) => (
          <Row key={row.ID} group={group} row={row} isOpen={openId === String(row.ID)} />
        ))}
      </ul>
    </section>
  );
}

/** How long they have waited; of a closed conversation the time of its end. */
function useRowTime(group: Group, { waitingSince, lastAt, closedAt }: InboxRow) {
  const age = useAge(waitingSince ?? lastAt);
  return group === 'closed' ? formatDate(closedAt, { locale: 'en', detail: 'clock' }) : age;
}

interface RowProps {
  group: Group;
  row: InboxRow;
}

function Row({ group, row, isOpen }: RowProps & { isOpen: boolean }) {
  const isDone = group === 'answered' || group === 'closed';
  return (
    <li>
      <a
        className={classNames(styles.row, isDone && styles.done)}
        href={hrefOf(pages.inbox, { id: String(row.ID) })}
        aria-current={isOpen || undefined}
        data-row
      >
        <Lines group={group} row={row} />
      </a>
    </li>
  );
}

function Lines({ group, row }: RowProps) {
  const me = useSession()?.operator.login ?? '';
  const time = useRowTime(group, row);
  const { email, lang, unread } = row;
  return (
    <span className={styles.lines}>
      <span className={styles.line}>
        <b title={email}>{email || supportTexts.inbox.visitor}</b>
        <time>{time}</time>
      </span>
      <span className={styles.line}>
        <span>{previewText(row, me)}</span>
        <span className={styles.tags}>
          {unread > 0 && (
            <em>
              <span aria-hidden="true">{unread}</span>
              <VisuallyHidden>{supportTexts.inbox.unread(unread)}</VisuallyHidden>
            </em>
          )}
          {lang !== 'en' && <i>{lang}</i>}
        </span>
      </span>
    </span>
  );
}
