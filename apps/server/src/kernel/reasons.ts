/** Reasons that the program gives by rules of its own: kept as the key of a sentence, read in the reader's language. */
import { isTextKey, type Lang, type TextKey, textOf } from './texts.ts';

export type OwnReason = Extract<TextKey, `reason.${string}`>;

/** Before there were keys the English sentence itself was kept. */
const KEPT_SENTENCES: Readonly<Record<string, OwnReason>> = {
  'The time of the freeze is over.': 'reason.freezeOver',
  'Nobody else confirmed it within three days.': 'reason.unconfirmed',
  'The network took the transfer up and undid it.': 'reason.railUndid',
  'This address cannot take transfers on this network.': 'reason.railAddress',
  'The network refuses a transfer of this coin to this address.': 'reason.railRefuses',
};

/** What people wrote stays as it is. */
export function reasonIn(lang: Lang, kept: string): string {
  const own = Object.hasOwn(KEPT_SENTENCES, kept) ? KEPT_SENTENCES[kept] : undefined;
  const key = own ?? kept;
  return key.startsWith('reason.') && isTextKey(key) ? textOf(lang, key) : kept;
}
