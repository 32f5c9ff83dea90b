import { expect, test } from 'vitest';
import type { Draft } from './api.ts';
import { afterSaving, editOf } from './view-model.ts';

const text = { lang: 'en', title: 'One', body: 'two', blocks: [], isPublished: false };
const draft = { revision: 3, texts: [text] } as unknown as Draft;
const edit = { title: 'Eins', body: 'zwei', revision: 3 };

test('a form shows the unsaved text, else the saved text, else nothing', () => {
  expect(editOf(draft, {}, 'en')).toEqual({ title: 'One', body: 'two', revision: 3 });
  expect(editOf(draft, {}, 'de')).toEqual({ title: '', body: '', revision: 3 });
  expect(editOf({ ...draft, revision: 4 }, { de: edit }, 'de')).toEqual(edit);
});

test('saving one language keeps the unsaved text of the others, and an outdated edit stays outdated', () => {
  const saved = { lang: 'en', from: 3, revision: 4 } as const;
  expect(afterSaving({ en: edit, de: edit }, saved)).toEqual({ de: { ...edit, revision: 4 } });
  const older = { ...edit, revision: 2 };
  expect(afterSaving({ de: older }, saved)).toEqual({ de: older });
});
