/** The words of a draft, a language at a time, with a mark at each that is missing. */
import { Button, Chip, classNames, ConfirmDialog, Note, VisuallyHidden } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import { type Draft, everyLang, type Lang } from './api.ts';
import { afterSaving, type Edits, wordsOf } from './view-model.ts';
import { WordFields } from './word-fields.tsx';
import own from './announcement.module.css';

export interface LanguageWordsProps {
  draft: Draft;
  edits: Edits;
  onEdits: (edits: Edits) => void;
  isReadOnly: boolean;
}

export function LanguageWords(props: LanguageWordsProps) {
  const { draft, edits } = props;
  const { words, langs } = texts.announcements;
  const [lang, setLang] = useState<Lang>('en');
  const markOf = (each: Lang) => {
    const text = draft.texts.find((written) => written.lang === each);
    if (edits[each] !== undefined) return '•';
    return text === undefined ? '✕' : text.isPublished ? '✓' : '';
  };
  const meaningOf = (each: Lang) => {
    const text = draft.texts.find((written) => written.lang === each);
    if (text === undefined) return words.isMissing;
    return text.isPublished ? words.published : words.written;
  };
  return (
    <section className={styles.part}>
      <h2>{words.title}</h2>
      <div className={own.langs} role="group" aria-label={words.languages}>
        {everyLang.map((each) => (
          <Chip key={each} isOn={each === lang} onPress={() => setLang(each)}>
            {langs[each]} <span aria-hidden="true">{markOf(each)}</span>
            <VisuallyHidden>, {meaningOf(each)}</VisuallyHidden>
          </Chip>
        ))}
      </div>
      <WordsForm key={lang} {...props} lang={lang} />
    </section>
  );
}

function WordsForm({
  draft,
  edits,
  onEdits,
  isReadOnly,
  lang,
}: LanguageWordsProps & { lang: Lang }) {
  const { words: labels } = texts.announcements;
  const edit = wordsOf(draft, edits, lang);
  const act = useAct('POST /operator/announcement/write', () => labels.saved);
  const { [lang]: _dropped, ...others } = edits;
  const save = (words: { title: string; body: string }) => {
    const from = edit.revision;
    act.run({ ID: draft.ID, lang, revision: from, ...words }, ({ revision }) =>
      onEdits(afterSaving(edits, { lang, from, revision })),
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(edit);
  };
  const isUnsaved = edits[lang] !== undefined;
  const isWritten = draft.texts.some((text) => text.lang === lang);
  return (
    <form className={classNames(styles.form, own.wide)} onSubmit={submit}>
      {isUnsaved && edit.revision !== draft.revision && (
        <Note kind="warn">
          {labels.outdated}{' '}
          <Button isSmall onPress={() => onEdits(others)}>
            {labels.readAgain}
          </Button>
        </Note>
      )}
      <WordFields
        lang={lang}
        words={edit}
        onChange={(words) => onEdits({ ...edits, [lang]: { ...words, revision: edit.revision } })}
        isReadOnly={isReadOnly}
      />
      {!isReadOnly && (
        <div className={styles.buttons}>
          <Button type="submit" isBusy={act.isBusy} isDisabled={!isUnsaved}>
            {labels.save}
          </Button>
          {lang !== 'en' && isWritten && (
            <Removal lang={lang} onRemove={() => save({ title: '', body: '' })} />
          )}
        </div>
      )}
    </form>
  );
}

function Removal({ lang, onRemove }: { lang: Lang; onRemove: () => void }) {
  const { words: labels, langs } = texts.announcements;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button onPress={() => setAsked(true)}>{labels.remove}</Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={labels.removeQuestion(langs[lang])}
        confirmLabel={labels.remove}
        cancelLabel={labels.keep}
        onConfirm={() => {
          setAsked(false);
          onRemove();
        }}
        onCancel={() => setAsked(false)}
      >
        <p>{labels.removeText}</p>
      </ConfirmDialog>
    </>
  );
}
