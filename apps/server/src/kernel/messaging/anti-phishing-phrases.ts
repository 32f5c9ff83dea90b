/** The anti-phishing phrase in each e-mail to a member: a forged e-mail does not know it (ADR 43). */
import { arrayOf, bytea, int8, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type Lang, langOf } from '../i18n/texts.ts';

const putPhrase = defineStatement({
  name: 'kernel.putAntiPhishingPhrase',
  text: `insert into member_mail_words (member_id, sealed_word, set_at) values ($1, $2, $3)
    on conflict (member_id) do update set sealed_word = excluded.sealed_word, set_at = excluded.set_at`,
  params: [int8, bytea, timestamptz],
});

const phraseOfMember = defineQuery({
  name: 'kernel.antiPhishingPhraseOfMember',
  text: 'select sealed_word from member_mail_words where member_id = $1',
  params: [int8],
  row: { sealedWord: bytea },
});

const phrasesOfAddresses = defineQuery({
  name: 'kernel.antiPhishingPhrasesOfAddresses',
  text: `select m.id, m.email, m.lang, w.sealed_word from members m join member_mail_words w on w.member_id = m.id
    where m.email = any($1)`,
  params: [arrayOf(text)],
  row: { id: int8, email: text, lang: text, sealedWord: bytea },
});

const contextOf = (memberId: number) => `mail-word:${memberId}`;

export async function storeAntiPhishingPhrase(
  tx: Tx,
  box: SecretBox,
  change: { memberId: number; word: string; at: number },
): Promise<void> {
  const { memberId, word, at } = change;
  await tx.run(putPhrase, [memberId, Buffer.from(box.seal(word, contextOf(memberId))), at]);
}

/** Empty if none is set, or it was sealed with a lost key: then the member sets it anew. */
export async function antiPhishingPhraseOf(
  reader: Reader,
  box: SecretBox,
  memberId: number,
): Promise<string> {
  const found = await reader.maybe(phraseOfMember, [memberId]);
  if (found === undefined) return '';
  try {
    return box.open(found.sealedWord, contextOf(memberId));
  } catch {
    return '';
  }
}

export interface AntiPhishingPhrase {
  word: string;
  /** The member's language. */
  lang: Lang;
}

/** The words of the members with these e-mail addresses, by address. A word that cannot be opened is left out. */
export async function antiPhishingPhrasesFor(
  reader: Reader,
  box: SecretBox,
  addresses: readonly string[],
): Promise<Map<string, AntiPhishingPhrase>> {
  const words = new Map<string, AntiPhishingPhrase>();
  if (addresses.length === 0) return words;
  for (const { id, email, lang, sealedWord } of await reader.many(phrasesOfAddresses, [
    addresses,
  ])) {
    try {
      words.set(email, { word: box.open(sealedWord, contextOf(id)), lang: langOf(lang) });
    } catch {
      // Sealed with a lost key: a security message without the phrase is better than none.
    }
  }
  return words;
}
