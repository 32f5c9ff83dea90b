/** Outgoing e-mails and SMS for support, without their codes. A row expands to the whole message. */
import { AmountText, DateText, Pill, Text } from '@tern/ui';
import { FilterText, pageOf } from '../../../kernel/list-controls.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import styles from '../../../kernel/page.module.css';
import { type Column, PagedTable } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { type Message, useMessages } from './api.ts';
import { outboxTexts } from './texts.ts';

const { heads } = outboxTexts.outbox;

const columns: readonly Column<Message>[] = [
  {
    key: 'at',
    head: heads.at,
    cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="second" />,
  },
  {
    key: 'channel',
    head: heads.channel,
    cell: ({ channel }) => outboxTexts.outbox.channels[channel] ?? channel,
  },
  { key: 'to', head: heads.to, cell: ({ recipient: to }) => to },
  {
    key: 'message',
    head: heads.message,
    isLong: true,
    cell: ({ subject, purpose }) => subject || purpose,
  },
  {
    key: 'state',
    head: heads.state,
    cell: ({ state }) => (
      <span title={state === 'recorded' ? outboxTexts.outbox.recordedWhy : undefined}>
        <Pill kind={state === 'failed' ? 'bad' : state === 'sent' ? 'done' : 'neutral'}>
          {outboxTexts.outbox.states[state] ?? state}
        </Pill>
      </span>
    ),
  },
];

export function OutboxScreen() {
  const { params } = useAddress();
  const { recipient = '', open } = params;
  const messages = useMessages(recipient, pageOf(params));
  const { outbox } = outboxTexts;
  return (
    <Page
      title={texts.nav.outbox}
      line={
        messages.data !== undefined && (
          <>
            <AmountText value={String(messages.data.total)} places={0} /> {outbox.messages}
          </>
        )
      }
      bar={
        <FilterText
          key={recipient}
          label={outbox.recipient}
          name="recipient"
          given={recipient}
          onFind={(text) => goTo(pages.outbox, { recipient: text })}
          isWide
        />
      }
      foot={<KeysHint>{outbox.logged}</KeysHint>}
    >
      <PagedTable
        query={messages}
        label={texts.nav.outbox}
        keyOf={({ ID }) => ID}
        empty={outbox.none}
        hrefOf={({ ID }) =>
          hrefOf(pages.outbox, {
            ...params,
            open: open === String(ID) ? undefined : String(ID),
          })
        }
        detailOf={({ ID, body, attempts, lastError }) =>
          open === String(ID) ? (
            <>
              <p className={styles.body}>{body}</p>
              {lastError !== '' && (
                <Text size="label" tone="soft">
                  {outbox.error}: {lastError} · {outbox.attempts}: {attempts}
                </Text>
              )}
            </>
          ) : undefined
        }
        columns={columns}
      />
    </Page>
  );
}
