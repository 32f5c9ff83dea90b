/** When what is on its way appears, in words. */
import { formatDate } from '@tern/ui';
import { texts } from '../../kernel/texts.ts';
import type { Draft } from './api.ts';

export function comingWords({ publishAt }: NonNullable<Draft['coming']>): string {
  const { announcements: words } = texts;
  if (publishAt === null) return words.appears(words.whenAgreed);
  return words.appears(formatDate(publishAt, { locale: 'en' }));
}
