/** Outgoing e-mails, SMS and pushes for support, without their codes. A row expands to the whole message; one that failed is sent again. */
import { AmountText, Button, DateText, Inline, Pill, Stack, Text } from '@tern/ui';
import { useAct } from '../../../kernel/act.ts';
import { FilterSelect, FilterText, pageOf } from '../../../kernel/list-controls.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import styles from '../../../kernel/page.module.css';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, PagedTable } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { useNow } from '../../../platform/now.ts';
import { type Message, type MessageFilter, sinceOf, useMessages } from './api.ts';
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
  {
    key: 'to',
    head: heads.to,
    cell: ({ channel, recipient: to }) =>
      channel === 'push' ? outboxTexts.outbox.toCustomer(to) : to,
  },
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

const HOUR_MS = 3_600_000;
const DAYS = ['1', '7', '30'] as const;
const STATES = ['waiting', 'sent', 'recorded', 'failed'] as const;
const CHANNELS = ['email', 'sms', 'push'] as const;

type Params = Readonly<Record<string, string | undefined>>;

/** The filter in the address, without empty values. */
function filterOf(params: Params, now: number): MessageFilter {
  const { recipient = '', memberId = '', days } = params;
  const state = STATES.find((each) => each === params['state']);
  const channel = CHANNELS.find((each) => each === params['channel']);
  const since = DAYS.find((each) => each === days);
  return {
    ...(recipient === '' ? {} : { recipient }),
    ...(/^[1-9]\d{0,14}$/.test(memberId) ? { memberId } : {}),
    ...(state === undefined ? {} : { state }),
    ...(channel === undefined ? {} : { channel }),
    ...(since === undefined ? {} : { from: sinceOf(since, now) }),
  };
}

export function OutboxScreen() {
  const { params } = useAddress();
  const now = useNow(HOUR_MS);
  const messages = useMessages(filterOf(params, now), pageOf(params));
  const { open } = params;
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
      bar={<Filters params={params} />}
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
        detailOf={(message) =>
          open === String(message.ID) ? <WholeMessage message={message} /> : undefined
        }
        columns={columns}
      />
    </Page>
  );
}

function Filters({ params }: { params: Params }) {
  const { recipient = '', memberId = '', state = '', channel = '', days = '' } = params;
  const { outbox } = outboxTexts;
  const change = (changed: Params) =>
    goTo(pages.outbox, { ...params, ...changed, page: undefined, open: undefined });
  return (
    <>
      <FilterText
        key={`recipient ${recipient}`}
        label={outbox.recipient}
        name="recipient"
        given={recipient}
        onFind={(text) => change({ recipient: text })}
      />
      <FilterText
        key={`member ${memberId}`}
        label={outbox.customer}
        name="member"
        inputMode="numeric"
        given={memberId}
        onFind={(text) => change({ memberId: text })}
      />
      <FilterSelect
        label={outbox.heads.state}
        options={[
          { key: '', label: outbox.anyState },
          ...STATES.map((key) => ({ key, label: outbox.states[key] ?? key })),
        ]}
        value={state}
        onChange={(key) => change({ state: key })}
      />
      <FilterSelect
        label={outbox.heads.channel}
        options={[
          { key: '', label: outbox.anyChannel },
          ...CHANNELS.map((key) => ({ key, label: outbox.channels[key] ?? key })),
        ]}
        value={channel}
        onChange={(key) => change({ channel: key })}
      />
      <FilterSelect
        label={outbox.heads.at}
        options={[
          { key: '', label: texts.audit.anyTime },
          ...DAYS.map((key) => ({ key, label: texts.audit.since(Number(key)) })),
        ]}
        value={days}
        onChange={(key) => change({ days: key })}
      />
    </>
  );
}

function WholeMessage({ message }: { message: Message }) {
  const { ID, body, attempts, channel, lastError, state, isSendable } = message;
  const { outbox } = outboxTexts;
  const maySend = usePermission('outbox.send');
  const sendAgain = useAct('POST /operator/outbox/sendAgain', () => outbox.sentAgain);
  return (
    <Stack gap={8}>
      <p className={styles.body}>{body}</p>
      {lastError !== '' && (
        <Text size="label" tone="soft">
          {outbox.error}: {lastError} · {outbox.attempts}: {attempts}
        </Text>
      )}
      {state === 'failed' && !isSendable && (
        <Text size="label" tone="soft">
          {channel === 'push' ? outbox.pushOver : outbox.hasCode}
        </Text>
      )}
      {isSendable && maySend && (
        <Inline>
          <Button
            isSmall
            isBusy={sendAgain.isBusy}
            onPress={() => sendAgain.run({ ID: String(ID) })}
          >
            {outbox.sendAgain}
          </Button>
        </Inline>
      )}
    </Stack>
  );
}
