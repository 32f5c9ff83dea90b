/** Title and body of one language, with a preview. */
import { useMutation } from '@tanstack/react-query';
import { Button, showToast, Text, TextField, WrittenText } from '@tern/ui';
import { useId } from 'react';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { texts } from '../../../kernel/texts.ts';
import { call } from '../../../platform/call.ts';
import type { Lang } from './api.ts';
import styles from './announcement.module.css';

const TITLE_MAX = 120;
const BODY_MAX = 5_000;

/** Language tags of the prefixes that are not tags themselves. */
const TAGS: Partial<Record<Lang, string>> = { jp: 'ja', kr: 'ko', vn: 'vi', tw: 'zh-TW' };

interface Text {
  title: string;
  body: string;
}

export interface TextFieldsProps {
  lang: Lang;
  text: Text;
  onChange: (text: Text) => void;
  isReadOnly?: boolean;
}

export function TextFields({ lang, text, onChange, isReadOnly = false }: TextFieldsProps) {
  const { editor: labels } = texts.announcements;
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
        value={text.title}
        onChange={(title) => onChange({ ...text, title })}
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
          value={text.body}
          onChange={(event) => onChange({ ...text, body: event.currentTarget.value })}
        />
        <Text id={`${id}-hint`} size="cap" tone="soft">
          {labels.bodyHint}
        </Text>
      </div>
      <Preview body={text.body} tag={tag} />
    </>
  );
}

/** The body as members will see it. */
function Preview({ body, tag }: { body: string; tag: string }) {
  const { editor: labels } = texts.announcements;
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
