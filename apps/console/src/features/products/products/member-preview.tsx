/** A version as members will see it: the page of their own app, in a phone, in a language and a theme of the operator's choice. */
import { Inline, Segmented, Select, Text } from '@tern/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { isLight } from '../../../platform/remembered.ts';
import { areShortcutsOn, useShortcuts } from '../../../platform/shortcuts.ts';
import type { Lang, Preview, Version } from './api.ts';
import styles from './member-preview.module.css';
import { productTexts } from './texts.ts';

const { langs } = texts.announcements;
const LANGS = Object.keys(langs) as Lang[];

/** The one after `current`; after the last one, the first. */
const nextOf = <Item,>(items: readonly Item[], current: Item): Item | undefined =>
  items[(items.indexOf(current) + 1) % items.length];

interface LanguageProps {
  lang: Lang;
  onLang: (lang: Lang) => void;
}

/** The version in force, the pending one, or the newest: those that have a preview. V switches between them. */
export function MemberPreview(props: LanguageProps & { versions: readonly Version[] }) {
  const { preview: labels, version: nameOf } = productTexts.products;
  const shown = props.versions.filter(({ preview }) => preview !== null).toReversed();
  const [chosen, setChosen] = useState<number>();
  const version = shown.find((each) => each.version === chosen) ?? shown.at(-1);
  const canSwitch = version !== undefined && shown.length > 1;
  useShortcuts({ v: canSwitch ? () => setChosen(nextOf(shown, version)?.version) : undefined });
  return (
    <PreviewPart
      {...props}
      preview={version?.preview ?? null}
      aside={
        canSwitch && (
          <Inline as="span" gap={8} align="center">
            <Key name="V" />
            <Segmented
              label={labels.versions}
              isSmall
              options={shown.map((each) => ({
                key: String(each.version),
                label: nameOf(each.version),
              }))}
              value={String(version.version)}
              onChange={(key) => setChosen(Number(key))}
            />
          </Inline>
        )
      }
    />
  );
}

const Key = ({ name }: { name: string }) =>
  areShortcutsOn() ? <kbd aria-hidden="true">{name}</kbd> : null;

interface PreviewPartProps extends LanguageProps {
  /** Null: the terms cannot be shown. */
  preview: Preview | null;
  aside?: React.ReactNode;
}

/** The phone with the language (L: the next one) and the theme. */
export function PreviewPart({ preview, lang, onLang, aside }: PreviewPartProps) {
  const { preview: labels } = productTexts.products;
  const [theme, setTheme] = useState<'dark' | 'light'>(() => (isLight() ? 'light' : 'dark'));
  useShortcuts({ l: () => onLang(nextOf(LANGS, lang) ?? lang) });
  return (
    <Part title={labels.title} aside={aside}>
      <div className={styles.choices}>
        <Select
          label={labels.language}
          options={LANGS.map((key) => ({ key, label: langs[key] }))}
          value={lang}
          onChange={onLang}
        />
        <Segmented
          label={labels.theme}
          isSmall
          options={[
            { key: 'dark', label: labels.dark },
            { key: 'light', label: labels.light },
          ]}
          value={theme}
          onChange={setTheme}
        />
      </div>
      {preview === null ? (
        <Text size="label" tone="soft">
          {labels.none}
        </Text>
      ) : (
        <Phone preview={preview} lang={lang} theme={theme} />
      )}
      <Text size="cap" tone="faint" align="center">
        {labels.caption(langs[lang], labels[theme].toLowerCase())} <Key name="L" />
      </Text>
    </Part>
  );
}

interface PhoneProps {
  preview: Preview;
  lang: Lang;
  theme: 'dark' | 'light';
}

/** The members' app in a frame (apps/web/preview.html): it says when it is ready, and draws what it is sent. */
function Phone({ preview: { page, answers }, lang, theme }: PhoneProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = JSON.stringify({ page, answers, lang, theme });
  const send = useEffectEvent(() =>
    frame.current?.contentWindow?.postMessage(JSON.parse(shown), location.origin),
  );
  useEffect(() => {
    const onReady = ({ origin, source }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow) send();
    };
    addEventListener('message', onReady);
    return () => removeEventListener('message', onReady);
  }, []);
  useEffect(() => send(), [shown]);
  return (
    <div className={styles.phone}>
      <iframe
        ref={frame}
        title={productTexts.products.preview.title}
        src="/preview/index.html"
        tabIndex={-1}
        data-page={page}
        data-lang={lang}
        data-theme={theme}
      />
    </div>
  );
}
