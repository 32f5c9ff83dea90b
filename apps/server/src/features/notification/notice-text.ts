/** The sentences of a notice in the reader's language: title and body of its kind, or of its record's kind where there are own ones. */
import {
  decimalIn,
  isTextKey,
  type Lang,
  momentIn,
  type TextKey,
  textOf,
} from '../../kernel/i18n/texts.ts';
import { reasonIn } from '../../kernel/i18n/reasons.ts';
import type { Notification } from '../../kernel/messaging/read-notifications.ts';
import { plainAddress } from '../../platform/http/caller-address.ts';

type Said = Pick<Notification, 'kind' | 'about' | 'values'>;

const MONEY = new Set(['amount', 'stake', 'profit', 'payout']);
/** Every amount in a list such as `10000 USDT, 0.1 BTC`. */
const DECIMAL = /(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g;
const MOMENTS = new Set(['until']);

/** "review.rejected" of a withdrawal: its own sentence, the kind's, or the family's. */
function keyOf({ kind, about, values }: Said, part: 'title' | 'body'): TextKey {
  const [family, step] = kind.split('.');
  // Only browsers name their device, and notices of earlier versions have none.
  const withDevice = values['device'] ? `${kind}On` : kind;
  const keys = [`${about}.${step}`, withDevice, kind, family].map(
    (name) => `notice.${name}.${part}`,
  );
  const key = keys.find(isTextKey);
  if (key === undefined) throw new Error(`no ${part} for notices of kind ${kind}`);
  return key;
}

/** Fails with: a thrown error for a kind without sentences. */
export function noticeText(said: Said, lang: Lang): { title: string; content: string } {
  const values = Object.fromEntries(
    Object.entries(said.values).map(([name, value]) => {
      if (MONEY.has(name)) return [name, decimalIn(lang, value)];
      if (MOMENTS.has(name)) return [name, momentIn(lang, value)];
      if (name === 'funds')
        return [name, value.replaceAll(DECIMAL, (each) => decimalIn(lang, each))];
      // Earlier versions kept addresses as their socket wrote them.
      if (name === 'address') return [name, plainAddress(value)];
      return [name, name === 'reason' ? reasonIn(lang, value) : value];
    }),
  );
  return {
    title: textOf(lang, keyOf(said, 'title'), values),
    content: textOf(lang, keyOf(said, 'body'), values),
  };
}
