/** The editor of a draft: unsaved edits on top of the saved texts. Pure. */
import type { Draft, Lang } from './api.ts';

/** Unsaved text of one language, with the draft's revision when the edit began. */
export interface Edit {
  title: string;
  body: string;
  revision: number;
}
export type Edits = Readonly<Partial<Record<Lang, Edit>>>;

/** The unsaved text of a language, or else the saved one. */
export function editOf(draft: Draft, edits: Edits, lang: Lang): Edit {
  const saved = draft.texts.find((text) => text.lang === lang);
  const { title = '', body = '' } = saved ?? {};
  return edits[lang] ?? { title, body, revision: draft.revision };
}

/**
 * The unsaved edits after one language was saved. Edits of other languages move to the new revision if they were
 * based on the one before it; older ones stay outdated.
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
