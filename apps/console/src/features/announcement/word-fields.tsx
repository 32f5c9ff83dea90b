/** Title and text of one language, and how they will look. */
import { useMutation } from '@tanstack/react-query';
import { Button, showToast, TextField, WrittenText } from '@tern/ui';
import { useId } from 'react';
import { sentenceOf } from '../../kernel/error-sentence.ts';
import { texts } from '../../kernel/texts.ts';
import { call } from '../../platform/call.ts';
import type { Lang } from './api.ts';
import styles from './announcement.module.css';

const TITLE_MAX = 120;
const BODY_MAX = 5_000;

/** Tags of those prefixes that are none themselves. */
const TAGS: Partial<Record<Lang, string>> = { jp: 'ja', kr: 'ko', vn: 'vi', tw: 'zh-TW' };

interface Words {
  title: string;
  body: string;
}

export interface WordFieldsProps {
  lang: Lang;
  words: Words;
  onChange: (words: Words) => void;
  isReadOnly?: boolean;
}

export function WordFields({ lang, words, onChange, isReadOnly = false }: WordFieldsProps) {
  const { words: labels } = texts.announcements;
  const id = useId();
  const tag = TAGS[lang] ?? lang;
  return (
    <>
      <TextField
        label={labels.head}
        name="title"
        maxLength={TITLE_MAX}
        required
        readOnly={isReadOnly}
        value={words.title}
        onChange={(title) => onChange({ ...words, title })}
      />
      <div className={styles.body}>
        <label htmlFor={id}>{labels.body}</label>
        <textarea
          id={id}
          name="body"
          lang={tag}
          dir="auto"
          rows={10}
          maxLength={BODY_MAX}
          required
          readOnly={isReadOnly}
          aria-describedby={`${id}-hint`}
          value={words.body}
          onChange={(event) => onChange({ ...words, body: event.currentTarget.value })}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {labels.bodyHint}
        </p>
      </div>
      <Preview body={words.body} tag={tag} />
    </>
  );
}

/** As members will see what stands in the form now. */
function Preview({ body, tag }: { body: string; tag: string }) {
  const { words: labels } = texts.announcements;
  const preview = useMutation({
    mutationFn: () => call('POST /operator/announcement/preview', { body }),
    onError: (error) => showToast(sentenceOf(error), 'error'),
  });
  return (
    <>
      <div>
        <Button isSmall isBusy={preview.isPending} onPress={() => preview.mutate()}>
          {labels.preview}
        </Button>
      </div>
      {preview.data !== undefined && (
        <section className={styles.preview} aria-label={labels.previewOf}>
          <WrittenText blocks={preview.data.blocks} lang={tag} />
        </section>
      )}
    </>
  );
}
