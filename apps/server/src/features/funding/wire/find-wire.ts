/** One wire of a member with its payment instructions. In paper mode they say not to pay (rules §2). */
import { formatDecimal } from '@tern/money';
import { langOf, textOf } from '../../../kernel/i18n/texts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type Wire, wireStore } from './store.ts';
import { wires } from './wires.ts';

/** `lang`: a language prefix. Fails with: not-found for an absent wire or another member's. */
export async function findWire(
  reader: Reader,
  memberId: number,
  { id, lang }: { id: number; lang: string },
) {
  const wire = await reader.maybe(wireStore.ofMember, [id, memberId]);
  if (wire === undefined) throw new Refusal('not-found');
  return { rewire: wires.row(wire), instructions: instructionsOf(wire, lang) };
}

export function instructionsOf({ amount, asset, reference }: Wire, lang: string) {
  const language = langOf(lang);
  const values = { amount: formatDecimal(amount), asset, reference };
  return {
    isSimulated: true,
    subject: textOf(language, 'mail.wire.subject', values),
    body: textOf(language, 'mail.wire.body', values),
  };
}
