/** One entry of the audit log: time, operator, sentence; expanded, the changes and the proof. */
import {
  Button,
  ButtonLink,
  chatIcon,
  checkIcon,
  chevronRightIcon,
  chevronUpIcon,
  classNames,
  clockIcon,
  closeIcon,
  copyIcon,
  DateText,
  documentIcon,
  externalIcon,
  eyeIcon,
  gridIcon,
  Icon,
  identityIcon,
  Inline,
  keyIcon,
  lockIcon,
  megaphoneIcon,
  slidersIcon,
  swapIcon,
  Text,
  warningIcon,
} from '@tern/ui';
import { Sentence } from '../../../kernel/audit/act-sentence.tsx';
import {
  type AuditLine,
  asideOf,
  factsOf,
  reasonOf,
  sentenceOf,
} from '../../../kernel/audit/audit-sentences.ts';
import { copyText } from '../../../kernel/copy-text.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { markOf, usePermission } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type Change, changesOf, restOf } from './audit-changes.ts';
import type { Run } from './audit-runs.ts';
import styles from './audit.module.css';

/** The first matching pattern wins. */
const ICONS: readonly (readonly [RegExp, string])[] = [
  [/^review\.approve/, checkIcon],
  [/^review\.(reject|voided)$/, closeIcon],
  [/^((review|service)\.(view|image)|customer\..*|outbox\.view|stray\.candidates)$/, eyeIcon],
  [/^service\./, chatIcon],
  [/^member\.note$/, documentIcon],
  [/^review\.|^terms\.(pause|resume)/, clockIcon],
  [/^member\.(verify|unverify)$/, identityIcon],
  [/^member\./, lockIcon],
  [/^(manual|stray|wire|payout|verdict)\./, swapIcon],
  [/^(setting|terms)\./, slidersIcon],
  [/^(session|account)\./, keyIcon],
  [/^announcement\./, megaphoneIcon],
  [/^(product|funding|treasury)\./, gridIcon],
  [/^audit\.export$/, externalIcon],
];

function iconOf(action: string): string {
  return ICONS.find(([pattern]) => pattern.test(action))?.[1] ?? warningIcon;
}

const isView = (action: string) =>
  /^(review\.(view|image)|customer\.|stray\.candidates|outbox\.view|session\.|audit\.)/.test(
    action,
  );

export function AuditRow({ run, isOpen }: { run: Run; isOpen: boolean }) {
  const { params } = useAddress();
  const { line, count } = run;
  const { audit } = texts;
  const reason = reasonOf(line);
  const aside = asideOf(line);
  const who = line.login || (line.action === 'session.refused' ? audit.nobody : audit.system);
  return (
    <li className={classNames(isOpen && styles.open)}>
      <a
        className={classNames(styles.row, isView(line.action) && styles.look)}
        href={hrefOf(pages.audit, { ...params, entry: isOpen ? undefined : String(line.ID) })}
        aria-expanded={isOpen}
        data-row
      >
        <DateText at={line.CreatedAt} detail="time" />
        <span className={styles.who} title={who}>
          <i aria-hidden="true">{markOf(who)}</i>
          <span>{who}</span>
        </span>
        <Icon of={iconOf(line.action)} size={16} />
        <span className={styles.sentence}>
          <Sentence pieces={sentenceOf(line)} />
          <Values line={line} />
          {count > 1 && <em>{audit.views(count)}</em>}
          {aside !== '' && <em>{aside}</em>}
          {reason !== '' && <em>“{reason}”</em>}
        </span>
        <Icon of={isOpen ? chevronUpIcon : chevronRightIcon} size={16} />
      </a>
      {isOpen && <Opened line={line} />}
    </li>
  );
}

const SHOWN_VALUES = 2;

/** For limits and fees, the values themselves: "5.00 → 3.00". */
function Values({ line }: { line: AuditLine }) {
  if (!/^(setting|terms)\.(propose|apply)$/.test(line.action)) return null;
  const changes = changesOf(line);
  if (changes.length > SHOWN_VALUES) return null;
  const isSetting = line.action.startsWith('setting');
  return changes.map(({ name, before, after }) => (
    <span key={name}>
      {isSetting ? ', ' : `, ${name.toLowerCase()} `}
      <b>{before === '' ? after : `${before} → ${after}`}</b>
    </span>
  ));
}

function Opened({ line }: { line: AuditLine }) {
  const { audit } = texts;
  const changes = changesOf(line);
  const rest = restOf(line);
  const note = factsOf(line)['note'];
  const reason = reasonOf(line);
  return (
    <div className={styles.opened}>
      <div>
        {changes.length > 0 && (
          <>
            <h3>{audit.whatChanged}</h3>
            <Changes changes={changes} />
          </>
        )}
        {rest.length > 0 && (
          <>
            <h3>{audit.facts}</h3>
            <Facts pairs={rest} />
          </>
        )}
        {typeof note === 'string' && note !== '' && (
          <Text size="label" tone="soft" breaksAnywhere top={10}>
            {audit.note}: “{note}”
          </Text>
        )}
        {reason !== '' && (
          <Text size="label" tone="soft" breaksAnywhere top={10}>
            “{reason}”
          </Text>
        )}
      </div>
      <Proof line={line} />
      <Ways line={line} />
    </div>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const { audit } = texts;
  return (
    <Table
      label={audit.whatChanged}
      rows={changes}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', head: '', cell: ({ name }) => name },
        {
          key: 'before',
          head: audit.before,
          isNumber: true,
          cell: ({ before }) => <span className={styles.was}>{before}</span>,
        },
        { key: 'after', head: audit.after, isNumber: true, cell: ({ after }) => <b>{after}</b> },
        {
          key: 'by',
          head: audit.change,
          isNumber: true,
          cell: ({ by }) => by && <ExactAmount value={by.amount} unit={by.unit} isSigned />,
        },
      ]}
    />
  );
}

function Facts({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <Text as="dd" align="end" breaksAnywhere>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}

function Proof({ line }: { line: AuditLine }) {
  const { audit } = texts;
  const { hash } = factsOf(line);
  const pairs: [string, string][] = [[audit.entry, String(line.ID)]];
  if (typeof hash === 'string') {
    pairs.push([audit.factsHash, `${hash.slice(0, 8)}…${hash.slice(-6)}`]);
  }
  if (line.address !== '') pairs.push([audit.from, line.address]);
  if (line.memberId !== null) {
    pairs.push([audit.seenByMember, line.isShown ? audit.yes : audit.no]);
  }
  return (
    <div>
      <h3>{audit.proof}</h3>
      <Facts pairs={pairs} />
    </div>
  );
}

function Ways({ line }: { line: AuditLine }) {
  const { audit } = texts;
  const seesCustomers = usePermission('customers.read');
  const { record, memberId } = line;
  return (
    <footer className={styles.ways}>
      {record !== null && (
        <ButtonLink isSmall href={hrefOf(pages.queue, { id: String(record.reviewId) })}>
          {audit.openReview}
        </ButtonLink>
      )}
      {memberId !== null && seesCustomers && (
        <ButtonLink isSmall href={hrefOf(pages.customers, { id: String(memberId) })}>
          {audit.openCustomer}
        </ButtonLink>
      )}
      <Inline as="span" gap={8} isWrapped isAtEnd>
        <Button
          isSmall
          kind="outline"
          icon={copyIcon}
          onPress={() => void copyText(JSON.stringify({ ...line, detail: factsOf(line) }, null, 2))}
        >
          {audit.copyJson}
        </Button>
        <Button
          isSmall
          kind="outline"
          icon={externalIcon}
          onPress={() => void copyText(location.href)}
        >
          {audit.copyLink}
        </Button>
      </Inline>
    </footer>
  );
}
