/** Operators' notes on a customer, newest first, and a form to add one. */
import { type NoteLevel, noteLevels, usualNoteLevel } from '@tern/protocol/operator/client';
import { ConfirmDialog, DateText, Select, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import { Part } from '../../../kernel/page.tsx';
import { usePermission, usePermissions } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Customer } from './api.ts';
import own from './customers.module.css';
import { customerTexts } from './texts.ts';

export function Notes({ customer }: { customer: Customer }) {
  const { notes: labels } = customerTexts.customers;
  const mayWrite = usePermission('notes.write');
  const [isAdding, setAdding] = useState(false);
  const ask = () => setAdding(true);
  useShortcuts({ n: mayWrite ? ask : undefined });
  return (
    <Part
      title={labels.title}
      aside={
        mayWrite && (
          <button type="button" className={own.add} onClick={ask}>
            {labels.add}
            <kbd aria-hidden="true">N</kbd>
          </button>
        )
      }
    >
      {customer.notes.length === 0 ? (
        <Text size="label" tone="soft">
          {labels.none}
        </Text>
      ) : (
        <ul className={own.notes} aria-label={labels.title}>
          {customer.notes.map(({ ID, note, level, login, CreatedAt }) => (
            <li key={ID}>
              <p>{note}</p>
              <span>
                <small className={own.tag}>{labels.levels[level][1]}</small> {login},{' '}
                <DateText at={CreatedAt} detail="short" />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <NoteDialog customer={customer} onEnd={() => setAdding(false)} />}
    </Part>
  );
}

function NoteDialog({ customer, onEnd }: { customer: Customer; onEnd: () => void }) {
  const { notes: labels } = customerTexts.customers;
  const permissions = usePermissions();
  const [note, setNote] = useState('');
  const [level, setLevel] = useState<NoteLevel>(() => usualNoteLevel(permissions));
  const [isTried, setTried] = useState(false);
  const adding = useAct('POST /operator/customer/addNote', () => labels.added);
  const given = note.trim();
  return (
    <ConfirmDialog
      isOpen
      question={labels.question(customer.ID)}
      confirmLabel={labels.submit}
      cancelLabel={texts.review.cancel}
      isBusy={adding.isBusy}
      onCancel={onEnd}
      onConfirm={() => {
        setTried(true);
        if (given !== '') adding.run({ ID: String(customer.ID), note: given, level }, onEnd);
      }}
    >
      <p>{labels.lead}</p>
      <ReasonField
        label={labels.label}
        name="note"
        hint={labels.hint}
        error={isTried && given === '' ? labels.missing : undefined}
        isOptional
        value={note}
        onChange={setNote}
      />
      <Select
        label={labels.level}
        options={noteLevels.map((key) => ({ key, label: labels.levels[key][0] }))}
        value={level}
        onChange={setLevel}
      />
    </ConfirmDialog>
  );
}
