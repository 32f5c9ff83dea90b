/** Title and text of a saved reply, one language at a time, with a mark for each that is missing. */
import { Chip, GrowingField, Inline, TextField, VisuallyHidden } from '@tern/ui';
import { useState } from 'react';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { langName } from './thread-head.tsx';
import { TEXT_MAX, type Written } from './view-model.ts';
import { supportTexts } from './texts.ts';

const TITLE_MAX = 80;
const LANGS = Object.keys(texts.announcements.langs);
const EMPTY = { title: '', text: '' };

export interface ReplyTextsProps {
  written: Written;
  isReadOnly: boolean;
  onChange: (written: Written) => void;
}

export function ReplyTexts({ written, isReadOnly, onChange }: ReplyTextsProps) {
  const { announcements } = texts;
  const { replies: labels } = supportTexts;
  const [lang, setLang] = useState('en');
  const shown = written[lang] ?? EMPTY;
  const change = (changed: Partial<typeof EMPTY>) =>
    onChange({ ...written, [lang]: { ...shown, ...changed } });
  const isWritten = (each: string) => {
    const { title, text } = written[each] ?? EMPTY;
    return title.trim() !== '' && text.trim() !== '';
  };
  return (
    <Part title={labels.editor}>
      <Inline gap={6} isWrapped role="group" aria-label={announcements.editor.languages}>
        {LANGS.map((each) => (
          <Chip key={each} isOn={each === lang} onPress={() => setLang(each)}>
            {langName(each)} <span aria-hidden="true">{isWritten(each) ? '✓' : '✕'}</span>
            <VisuallyHidden>
              , {isWritten(each) ? announcements.editor.written : announcements.editor.isMissing}
            </VisuallyHidden>
          </Chip>
        ))}
      </Inline>
      <TextField
        label={labels.title}
        name="title"
        maxLength={TITLE_MAX}
        readOnly={isReadOnly}
        value={shown.title}
        onChange={(title) => change({ title })}
      />
      <GrowingField
        label={labels.text}
        name="text"
        rows={5}
        maxLength={TEXT_MAX}
        readOnly={isReadOnly}
        value={shown.text}
        onChange={(text) => change({ text })}
      />
    </Part>
  );
}
