/** Notes of operators on a customer, newest first, and adding one. */
import { ConfirmDialog, DateText } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import type { Customer } from './api.ts';
import own from './customers.module.css';

export function Notes({ customer }: { customer: Customer }) {
  const { notes: words } = texts.customers;
  const mayWrite = useHasRole('reviewer', 'approver', 'support');
  const [isAsked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  useShortcuts({ n: mayWrite ? ask : undefined });
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{words.title}</h2>
        {mayWrite && (
          <button type="button" className={own.add} onClick={ask}>
            {words.add}
            <kbd aria-hidden="true">N</kbd>
          </button>
        )}
      </div>
      {customer.notes.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <ul className={own.notes} aria-label={words.title}>
          {customer.notes.map(({ ID, note, login, CreatedAt }) => (
            <li key={ID}>
              <p>{note}</p>
              <span>
                {login}, <DateText at={CreatedAt} detail="short" />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isAsked && <NoteDialog customer={customer} onEnd={() => setAsked(false)} />}
    </section>
  );
}

function NoteDialog({ customer, onEnd }: { customer: Customer; onEnd: () => void }) {
  const { notes: words } = texts.customers;
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const adding = useAct('POST /operator/customer/addNote', () => words.added);
  const given = note.trim();
  return (
    <ConfirmDialog
      isOpen
      question={words.question(customer.ID)}
      confirmLabel={words.submit}
      cancelLabel={texts.review.keep}
      isBusy={adding.isBusy}
      onCancel={onEnd}
      onConfirm={() => {
        setTried(true);
        if (given !== '') adding.run({ ID: String(customer.ID), note: given }, onEnd);
      }}
    >
      <p>{words.lead}</p>
      <ReasonField
        label={words.label}
        name="note"
        hint={words.hint}
        error={isTried && given === '' ? words.missing : undefined}
        isOptional
        value={note}
        onChange={setNote}
      />
    </ConfirmDialog>
  );
}
