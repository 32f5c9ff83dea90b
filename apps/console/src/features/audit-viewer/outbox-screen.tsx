/** Outgoing e-mails and SMS for support, without their codes. A row expands to the whole message. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { AmountText, DateText, Pill } from '@tern/ui';
import { FilterText } from '../../kernel/filters.tsx';
import { KeysHint } from '../../kernel/keys-hint.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { PAGE_SIZE, Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { Room } from '../../kernel/room.tsx';
import { type Column, Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../platform/address.ts';
import { call } from '../../platform/call.ts';

type Message = OperatorOutput<'GET /operator/outbox/list'>['list'][number];

const { heads } = texts.outbox;

const columns: readonly Column<Message>[] = [
  {
    key: 'at',
    head: heads.at,
    cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="second" />,
  },
  {
    key: 'channel',
    head: heads.channel,
    cell: ({ channel }) => texts.outbox.channels[channel] ?? channel,
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
      <span title={state === 'recorded' ? texts.outbox.recordedWhy : undefined}>
        <Pill kind={state === 'failed' ? 'bad' : state === 'sent' ? 'done' : 'neutral'}>
          {texts.outbox.states[state] ?? state}
        </Pill>
      </span>
    ),
  },
];

export function OutboxScreen() {
  const { params } = useAddress();
  const { recipient = '', open } = params;
  const page = pageOf(params);
  const messages = useQuery({
    queryKey: ['outbox', recipient, page],
    queryFn: () =>
      call('GET /operator/outbox/list', {
        page,
        pageSize: PAGE_SIZE,
        ...(recipient === '' ? {} : { recipient }),
      }),
  });
  const { outbox, keys } = texts;
  return (
    <Room
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
      foot={
        <KeysHint
          keys={[
            [['J', 'K'], keys.move],
            [['↵'], keys.enter],
          ]}
        >
          {outbox.logged}
        </KeysHint>
      }
    >
      <Loaded query={messages}>
        {({ list, total }) => (
          <div>
            <Table
              label={texts.nav.outbox}
              rows={list}
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
                      <p className={styles.quiet}>
                        {outbox.error}: {lastError} · {outbox.attempts}: {attempts}
                      </p>
                    )}
                  </>
                ) : undefined
              }
              columns={columns}
            />
            <Pager total={total} />
          </div>
        )}
      </Loaded>
    </Room>
  );
}
