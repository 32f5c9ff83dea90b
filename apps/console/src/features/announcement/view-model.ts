/** What stands in the forms of a draft: words that are typed and not saved beside those that are. */
import type { Draft, Lang } from './api.ts';

/** Words that an operator has typed and not saved, with the revision they were begun on. */
export interface Edit {
  title: string;
  body: string;
  revision: number;
}
export type Edits = Readonly<Partial<Record<Lang, Edit>>>;

/** What stands in the form of a language. */
export function wordsOf(draft: Draft, edits: Edits, lang: Lang): Edit {
  const saved = draft.texts.find((text) => text.lang === lang);
  const { title = '', body = '' } = saved ?? {};
  return edits[lang] ?? { title, body, revision: draft.revision };
}

/**
 * After one language was saved: its words are no longer unsaved, and those of the others, begun on the draft as it
 * was before, go on upon the one that this operator has made of it.
 */
export function afterSaving(
  edits: Edits,
  saved: { lang: Lang; from: number; revision: number },
): Edits {
  const others = Object.entries(edits).filter(([lang]) => lang !== saved.lang);
  return Object.fromEntries(
    others.map(([lang, edit]) => [
      lang,
      edit.revision === saved.from ? { ...edit, revision: saved.revision } : edit,
    ]),
  );
}
