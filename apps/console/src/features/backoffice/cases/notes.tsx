/** Notes of a case with their level, newest first, and the field for another. */
import { Button, DateText, GrowingField, Icon, lockIcon, Select } from '@tern/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Case } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { one: labels } = caseTexts;
type Level = Case['notes'][number]['level'];
const LEVELS: readonly Level[] = ['compliance', 'case'];
const NOTE_MAX = 500;

/** What is written and not sent, by case: another page may be opened in between. */
const unsent = new Map<number, string>();

export function Notes({ found }: { found: Case }) {
  return (
    <Part title={labels.notes} aside={<span>{labels.notesAside}</span>}>
      {found.notes.length === 0 ? (
        <p className={styles.quiet}>{labels.noNotes}</p>
      ) : (
        <ul className={styles.notes} aria-label={labels.notes}>
          {found.notes.map(({ ID, level, note, login, CreatedAt }) => (
            <li key={ID}>
              <p>
                <small className={styles.tag}>
                  {level === 'compliance' && <Icon of={lockIcon} size={12} />}
                  {labels.levels[level]}
                </small>{' '}
                {note}
              </p>
              <span>
                {login}, <DateText at={CreatedAt} detail="short" />
              </span>
            </li>
          ))}
        </ul>
      )}
      {found.mayWork && <NoteForm id={found.ID} />}
    </Part>
  );
}

function NoteForm({ id }: { id: number }) {
  const [note, setNote] = useState(unsent.get(id) ?? '');
  const [level, setLevel] = useState<Level>('compliance');
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const add = useAct('POST /operator/case/note', () => labels.noteAdded);
  useShortcuts({ n: () => form.current?.querySelector('textarea')?.focus() });
  const write = (text: string) => {
    unsent.set(id, text);
    setNote(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const given = note.trim();
    if (given === '') return;
    add.run({ ID: id, note: given, level }, () => {
      write('');
      setTried(false);
    });
  };
  return (
    <form ref={form} className={styles.fields} onSubmit={submit} noValidate>
      <GrowingField
        label={labels.note}
        name="note"
        rows={2}
        maxLength={NOTE_MAX}
        error={isTried && note.trim() === '' ? labels.noteMissing : undefined}
        value={note}
        onChange={write}
      />
      <div className={styles.noteEnd}>
        <Select
          label={labels.level}
          isLabelHidden
          options={LEVELS.map((key) => ({ key, label: labels.levels[key] }))}
          value={level}
          onChange={setLevel}
        />
        <Button isSmall type="submit" kind="outline" isBusy={add.isBusy}>
          {labels.addNote}
        </Button>
      </div>
    </form>
  );
}
