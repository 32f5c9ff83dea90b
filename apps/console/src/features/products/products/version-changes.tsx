/** The stages of a product, what a version changes, and who agreed to it. */
import { checkIcon, classNames, DateText, formatDate, Icon, Note, Text } from '@tern/ui';
import { useState } from 'react';
import { amountInWords, ExactAmount, Nothing } from '../../../kernel/exact-amount.tsx';
import pageStyles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { PeopleList, PersonLine } from '../../../kernel/people-list.tsx';
import { markOf } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import type { Field, Product, Short, Terms, Version } from './api.ts';
import styles from './products.module.css';
import { changedFields, inForceOf, pendingOf, STAGES, termText, unitOf } from './view-model.ts';
import { productTexts } from './texts.ts';

const short = (at: string | null | undefined) => formatDate(at, { locale: 'en', detail: 'short' });

/** What is known about each stage: who wrote the draft, how many approved, when it opens or closed. */
function stepNotes({ versions }: Product): Record<(typeof STAGES)[number], string> {
  const { steps, history } = productTexts.products;
  const [current, pending] = [inForceOf(versions), pendingOf(versions)];
  const shown = pending ?? current ?? versions[0];
  const isInstalled = shown?.proposedBy === '';
  const approvals = shown?.state === 'draft' ? 0 : shown?.state === 'proposed' ? 1 : 2;
  const opens =
    pending?.effectiveAt ?? (current?.takesOrders === true ? current.effectiveAt : null);
  return {
    draft: `${isInstalled ? history.installation : shown?.proposedBy}, ${short(shown?.CreatedAt)}`,
    scheduled: isInstalled ? steps.noDate : steps.agreed(approvals),
    open: opens === null ? steps.noDate : short(opens),
    closed: current?.takesOrders === false ? short(current.effectiveAt) : steps.noDate,
  };
}

export function Steps({ product }: { product: Product }) {
  const { products: labels } = productTexts;
  const reached = STAGES.indexOf(product.stage);
  const notes = stepNotes(product);
  return (
    <ol className={styles.steps} aria-label={labels.steps.label}>
      {STAGES.map((stage, at) => (
        <li
          key={stage}
          className={classNames(at < reached && styles.past)}
          aria-current={at === reached ? 'step' : undefined}
        >
          <i aria-hidden="true">{at < reached && <Icon of={checkIcon} size={12} />}</i>
          <b>{labels.stages[stage]}</b>
          <span>{notes[stage]}</span>
        </li>
      ))}
    </ol>
  );
}

export interface TermProps {
  field: Field;
  terms: Terms;
}

const NUMBERS: readonly Field['input'][] = ['amount', 'price', 'count'];

/** One term with its unit. */
function Term({ field, terms }: TermProps) {
  const text = termText(field, terms[field.name]);
  if (text === undefined) return <Nothing />;
  if (field.input === 'time') return <DateText at={text} detail="minute" />;
  const unit = unitOf(field, terms);
  if (field.input === 'text' || field.input === 'texts') {
    return (
      <span className={styles.term} title={text}>
        {text}
      </span>
    );
  }
  return (
    <>
      {NUMBERS.includes(field.input) ? <ExactAmount value={text} /> : text}
      {unit !== '' && ` ${unit}`}
    </>
  );
}

interface VersionChangesProps {
  fields: readonly Field[];
  version: Version;
  /** The version in force; undefined for a first one. */
  before: Version | undefined;
}

export function VersionChanges({ fields, version, before }: VersionChangesProps) {
  const { changes: labels } = productTexts.products;
  const [isWhole, setWhole] = useState(false);
  const changed = changedFields(fields, before?.terms, version.terms);
  const unchanged = fields.length - changed.length;
  return (
    <Part
      title={
        before === undefined
          ? labels.first(version.version)
          : labels.title(version.version, before.version)
      }
      aside={before !== undefined && <span>{labels.aside}</span>}
    >
      <ChangesTable fields={isWhole ? fields : changed} version={version} before={before} />
      {unchanged > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {labels.unchanged(unchanged)}
        </button>
      )}
    </Part>
  );
}

/** These fields of a version beside those of the one before it; and whether it takes orders, if that changes. */
export function ChangesTable({ fields, version, before }: VersionChangesProps) {
  const { changes: labels, form } = productTexts.products;
  const switched = before !== undefined && before.takesOrders !== version.takesOrders;
  const sells = (given: Version) => (given.takesOrders ? form.on : form.off);
  const rows = [
    ...(switched ? [{ key: '', label: labels.takesOrders, field: undefined }] : []),
    ...fields.map((field) => ({ key: field.name, label: field.label, field })),
  ];
  const cell = (given: Version, field: Field | undefined) =>
    field === undefined ? sells(given) : <Term field={field} terms={given.terms} />;
  if (rows.length === 0)
    return (
      <Text size="label" tone="soft">
        {labels.nothing}
      </Text>
    );
  const headOf = ({ state, version: number }: Version) =>
    state === 'inForce' ? labels.before(number) : labels.replaced(number);
  return (
    <Table
      label={labels.field}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'field', head: labels.field, cell: ({ label }) => label },
        ...(before === undefined
          ? []
          : [
              {
                key: 'before',
                head: headOf(before),
                isNumber: true,
                cell: ({ field }: { field: Field | undefined }) => (
                  <span className={pageStyles.was}>{cell(before, field)}</span>
                ),
              },
            ]),
        {
          key: 'after',
          head: labels.after(version.version),
          isNumber: true,
          cell: ({ field }) => <b>{cell(version, field)}</b>,
        },
      ]}
    />
  );
}

/** What the exchange lacks for a version: before anyone agrees to it, and while it is in force. */
export function ShortBy({ short }: { short: Short }) {
  const { amount, coinname, date } = short;
  const sum = amountInWords(amount, coinname);
  const day = formatDate(date, { locale: 'en', detail: 'day', timeZone: 'UTC' });
  return <Note kind="warn">{productTexts.products.owed.shortOn(sum, day)}</Note>;
}

/** The two people of a version. */
export function Agreement({ version }: { version: Version }) {
  const { people } = productTexts.products;
  const { proposedBy, decidedBy, decidedAt, state } = version;
  if (proposedBy === '')
    return (
      <Text size="label" tone="soft">
        {people.installation}
      </Text>
    );
  const isDraft = state === 'draft';
  const isApproved = decidedBy !== '' && state !== 'rejected';
  return (
    <Part title={people.title}>
      <PeopleList>
        <PersonLine mark={markOf(proposedBy)} isDone {...(!isDraft && { word: people.approved })}>
          {isDraft ? people.wrote(proposedBy) : people.proposed(proposedBy)},{' '}
          {short(version.UpdatedAt)}
        </PersonLine>
        {!isDraft && (
          <PersonLine
            mark={isApproved ? markOf(decidedBy) : ''}
            word={isApproved ? people.approved : people.deciding}
            isDone={isApproved}
          >
            {isApproved ? `${people.decided(decidedBy)}, ${short(decidedAt)}` : people.waiting}
          </PersonLine>
        )}
      </PeopleList>
    </Part>
  );
}
