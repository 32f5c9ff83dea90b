/** The editor of a draft, one language at a time, with a mark for each missing language. */
import { Button, Chip, classNames, ConfirmDialog, Inline, Note, VisuallyHidden } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import styles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { type Draft, everyLang, type Lang } from './api.ts';
import { afterSaving, editOf, type Edits } from './view-model.ts';
import { TextFields } from './text-fields.tsx';
import own from './announcement.module.css';

export interface LanguageTextsProps {
  draft: Draft;
  edits: Edits;
  onEdits: (edits: Edits) => void;
  isReadOnly: boolean;
}

export function LanguageTexts(props: LanguageTextsProps) {
  const { draft, edits } = props;
  const { editor: labels, langs } = texts.announcements;
  const [lang, setLang] = useState<Lang>('en');
  const markOf = (each: Lang) => {
    const text = draft.texts.find((written) => written.lang === each);
    if (edits[each] !== undefined) return '•';
    return text === undefined ? '✕' : text.isPublished ? '✓' : '';
  };
  const meaningOf = (each: Lang) => {
    const text = draft.texts.find((written) => written.lang === each);
    if (text === undefined) return labels.isMissing;
    return text.isPublished ? labels.published : labels.written;
  };
  return (
    <Part title={labels.title}>
      <Inline gap={6} isWrapped role="group" aria-label={labels.languages}>
        {everyLang.map((each) => (
          <Chip key={each} isOn={each === lang} onPress={() => setLang(each)}>
            {langs[each]} <span aria-hidden="true">{markOf(each)}</span>
            <VisuallyHidden>, {meaningOf(each)}</VisuallyHidden>
          </Chip>
        ))}
      </Inline>
      <TextForm key={lang} {...props} lang={lang} />
    </Part>
  );
}

function TextForm({
  draft,
  edits,
  onEdits,
  isReadOnly,
  lang,
}: LanguageTextsProps & { lang: Lang }) {
  const { editor: labels } = texts.announcements;
  const edit = editOf(draft, edits, lang);
  const act = useAct('POST /operator/announcement/write', () => labels.saved);
  const { [lang]: _dropped, ...others } = edits;
  const save = (text: { title: string; body: string }) => {
    const from = edit.revision;
    act.run({ ID: draft.ID, lang, revision: from, ...text }, ({ revision }) =>
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
      <TextFields
        lang={lang}
        text={edit}
        onChange={(text) => onEdits({ ...edits, [lang]: { ...text, revision: edit.revision } })}
        isReadOnly={isReadOnly}
      />
      {!isReadOnly && (
        <Inline gap={8} align="center" isWrapped>
          <Button type="submit" isBusy={act.isBusy} isDisabled={!isUnsaved}>
            {labels.save}
          </Button>
          {lang !== 'en' && isWritten && (
            <Removal lang={lang} onRemove={() => save({ title: '', body: '' })} />
          )}
        </Inline>
      )}
    </form>
  );
}

function Removal({ lang, onRemove }: { lang: Lang; onRemove: () => void }) {
  const { editor: labels, langs } = texts.announcements;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{labels.remove}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        question={labels.removeQuestion(langs[lang])}
        confirmLabel={labels.remove}
        cancelLabel={texts.review.cancel}
        onConfirm={() => {
          setOpen(false);
          onRemove();
        }}
        onCancel={() => setOpen(false)}
      >
        <p>{labels.removeText}</p>
      </ConfirmDialog>
    </>
  );
}
