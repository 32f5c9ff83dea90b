/** Mails and SMS that left or could not: for support, without the codes in them. */
import { useQuery } from '@tanstack/react-query';
import { DateText, StateBlock } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { PAGE_SIZE, Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { SearchForm } from '../../kernel/search-form.tsx';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { useAddress } from '../../platform/address.ts';
import { call } from '../../platform/call.ts';

export function OutboxScreen() {
  const { params } = useAddress();
  const { recipient = '' } = params;
  return (
    <div className={styles.room}>
      <h1>{texts.nav.outbox}</h1>
      <SearchForm
        key={recipient}
        page={pages.outbox}
        name="recipient"
        label={texts.outbox.recipient}
        submit={texts.outbox.search}
        given={recipient}
      />
      <Messages recipient={recipient} page={pageOf(params)} />
    </div>
  );
}

function Messages({ recipient, page }: { recipient: string; page: number }) {
  const messages = useQuery({
    queryKey: ['outbox', recipient, page],
    queryFn: () =>
      call('GET /operator/outbox/list', {
        page,
        pageSize: PAGE_SIZE,
        ...(recipient === '' ? {} : { recipient }),
      }),
  });
  const { heads } = texts.outbox;
  return (
    <Loaded query={messages}>
      {({ list, total }) =>
        list.length === 0 ? (
          <StateBlock kind="empty" title={texts.outbox.none} />
        ) : (
          <>
            <Table
              label={texts.nav.outbox}
              heads={[heads.at, heads.to, heads.message, heads.state]}
            >
              {list.map((message) => (
                <tr key={message.ID}>
                  <td>
                    <DateText at={message.CreatedAt} detail="second" />
                  </td>
                  <td>
                    {message.channel} · {message.recipient}
                  </td>
                  <td>
                    <Words subject={message.subject || message.purpose} body={message.body} />
                  </td>
                  <td>
                    {texts.outbox.states[message.state] ?? message.state}
                    {message.lastError !== '' && ` · ${message.lastError}`}
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

function Words({ subject, body }: { subject: string; body: string }) {
  return (
    <details>
      <summary>{subject}</summary>
      <p className={styles.body}>{body}</p>
    </details>
  );
}
