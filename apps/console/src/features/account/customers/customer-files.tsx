/** Files of a customer's timeline for an authority: those there are, and the proposal of one. Two people are needed. */
import { readsNotes } from '@tern/protocol/operator/client';
import {
  Button,
  ButtonLink,
  Checkbox,
  DateText,
  formatAmount,
  Inline,
  Pill,
  Text,
  TextField,
} from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { openReview, pages } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { usePermission, usePermissions } from '../../../kernel/session.ts';
import { hrefOf } from '../../../platform/address.ts';
import { useNow } from '../../../platform/now.ts';
import { saveFrom } from '../../../platform/save-file.ts';
import { type Customer, type CustomerFile, type TimelineGroup, useCustomerFiles } from './api.ts';
import own from './customers.module.css';
import { customerTexts } from './texts.ts';

const { files: labels, timeline } = customerTexts.customers;
const GROUPS = ['money', 'orders', 'security', 'chats', 'acts'] as const;
const PILLS = {
  waiting: 'review',
  refused: 'neutral',
  making: 'review',
  ready: 'done',
  removed: 'neutral',
} as const;
const FORMATS = ['pdf', 'csv'] as const;
const MINUTE_MS = 60_000;
/** Of a time in ISO 8601: its UTC day. */
const dayOf = (time: string): string => time.slice(0, 10);
const count = (value: number) => formatAmount(String(value), { locale: 'en', places: 0 });

/** Nothing for whom such files are not. */
export function CustomerFiles({ customer }: { customer: Customer }) {
  const mayRead = usePermission('customers.files');
  return mayRead ? <Files customer={customer} /> : null;
}

function Files({ customer }: { customer: Customer }) {
  const mayPropose = usePermission('customers.propose');
  const [isAsking, setAsking] = useState(false);
  const query = useCustomerFiles(String(customer.ID));
  return (
    <Part
      title={labels.title}
      aside={
        mayPropose && (
          <button type="button" className={own.add} onClick={() => setAsking(true)}>
            {labels.add}
          </button>
        )
      }
    >
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <Text size="label" tone="soft">
              {labels.none}
            </Text>
          ) : (
            <ul className={own.files} aria-label={labels.title}>
              {list.map((file) => (
                <FileRow key={file.ID} file={file} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAsking && <ProposeDialog customer={customer} onEnd={() => setAsking(false)} />}
    </Part>
  );
}

function FileRow({ file }: { file: CustomerFile }) {
  const { groups, from, until, state, reason, by, CreatedAt, rows, bytes, sha256 } = file;
  const link = useAct('POST /operator/customerFile/link', () => labels.saved);
  return (
    <li>
      <div>
        <Inline gap={8} rowGap={4} align="center" isWrapped>
          <b>{`${from} – ${until}`}</b>
          <Pill kind={PILLS[state]}>{labels.states[state]}</Pill>
        </Inline>
        <p>{groups.map((group) => timeline.groups[group]).join(' · ')}</p>
        <p>{reason}</p>
        <Text as="p" size="cap" tone="faint">
          {labels.by(by)}, <DateText at={CreatedAt} detail="short" />
          {sha256 !== null && (
            <>
              {' · '}
              {labels.size(count(rows), bytes)}
              <br />
              {labels.hash(sha256)}
            </>
          )}
        </Text>
        {state === 'ready' && !file.isReadable && <p>{labels.notYours}</p>}
      </div>
      {state === 'waiting' && (
        <ButtonLink isSmall href={hrefOf(pages.queue, { id: String(file.reviewId) })}>
          {labels.review}
        </ButtonLink>
      )}
      {file.isReadable && (
        <Inline gap={8} rowGap={8} isWrapped>
          {FORMATS.map((format) => (
            <Button
              key={format}
              isSmall
              kind="outline"
              label={labels.downloadAs(labels.formats[format])}
              isBusy={link.isBusy}
              isDisabled={format === 'pdf' && !file.hasPdf}
              onPress={() =>
                link.run({ ID: String(file.ID), format }, ({ path }) => saveFrom(path))
              }
            >
              {labels.formats[format]}
            </Button>
          ))}
        </Inline>
      )}
    </li>
  );
}

function ProposeDialog({ customer, onEnd }: { customer: Customer; onEnd: () => void }) {
  const now = useNow(MINUTE_MS);
  const permissions = usePermissions();
  const [groups, setGroups] = useState<readonly TimelineGroup[]>(GROUPS);
  const [from, setFrom] = useState(() => dayOf(customer.CreatedAt));
  const [until, setUntil] = useState(() => dayOf(new Date(now).toISOString()));
  const propose = useAct('POST /operator/customerFile/propose', () => labels.proposed);
  const isOrdered = from !== '' && from <= until;
  // The last one stays: a file without any has no rows.
  const toggle = (group: TimelineGroup) => {
    const rest = groups.filter((each) => each !== group);
    if (!groups.includes(group)) setGroups([...groups, group]);
    else if (rest.length > 0) setGroups(rest);
  };
  return (
    <ReasonDialog
      isOpen
      question={labels.question(customer.ID)}
      hint={labels.hint}
      confirmLabel={labels.submit}
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => {
        const asked = { ID: String(customer.ID), groups: [...groups], from, until, reason };
        if (isOrdered) propose.run(asked, openReview);
      }}
    >
      <p>{labels.lead}</p>
      <div className={own.fields}>
        <fieldset className={own.parts}>
          <legend>{labels.groups}</legend>
          {GROUPS.map((key) => (
            <Checkbox
              key={key}
              name={key}
              isChecked={groups.includes(key)}
              onChange={() => toggle(key)}
            >
              {timeline.groups[key]}
            </Checkbox>
          ))}
        </fieldset>
        {groups.includes('acts') && (
          <p>{labels[readsNotes('compliance', permissions) ? 'allActs' : 'shownActs']}</p>
        )}
        <div className={own.days}>
          <TextField
            label={labels.from}
            name="from"
            type="date"
            required
            value={from}
            error={isOrdered ? undefined : labels.wrongDays}
            onChange={setFrom}
          />
          <TextField
            label={labels.until}
            name="until"
            type="date"
            required
            value={until}
            onChange={setUntil}
          />
        </div>
      </div>
    </ReasonDialog>
  );
}
