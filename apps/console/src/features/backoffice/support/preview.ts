/** The line of a conversation in the list. */
import type { InboxRow } from './api.ts';
import { HIDDEN_PART } from './view-model.ts';
import { supportTexts } from './texts.ts';

/** The first words of a conversation's last message, with who wrote them unless it was the customer. */
export function previewText({ last }: Pick<InboxRow, 'last'>, me: string): string {
  const { inbox } = supportTexts;
  const { author, login, kind, text, hasImage, hasRecord } = last;
  if (kind !== 'text') return inbox.automatics[kind];
  const attached = hasRecord ? inbox.record : hasImage ? inbox.image : '';
  const words = text.replaceAll(HIDDEN_PART, '•••') || attached;
  return author === 'operator' ? `${login === me ? inbox.you : login}: ${words}` : words;
}
