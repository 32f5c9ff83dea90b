/**
 * The texts of a notice in the reader's language: title and body of its kind, or of its record's kind where there are
 * any.
 */
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

type NoticeContent = Pick<Notification, 'kind' | 'about' | 'values'>;

const MONEY = new Set(['amount', 'stake', 'profit', 'payout', 'principal', 'left']);
/** Every amount in a list such as `10000 USDT, 0.1 BTC`. */
const DECIMAL = /(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g;
const MOMENTS = new Set(['until']);

/** For "review.rejected" of a withdrawal: its own text, or that of the kind, or of the family. */
function keyOf({ kind, about, values }: NoticeContent, part: 'title' | 'body'): TextKey {
  const [family, step] = kind.split('.');
  // Only browsers have a device name.
  const withDevice = values['device'] ? `${kind}On` : kind;
  const keys = [`${about}.${step}`, withDevice, kind, family].map(
    (name) => `notice.${name}.${part}`,
  );
  const key = keys.find(isTextKey);
  if (key === undefined) throw new Error(`no ${part} for notices of kind ${kind}`);
  return key;
}

/** Fails with: a thrown error for a kind without a text. */
export function noticeText(notice: NoticeContent, lang: Lang): { title: string; content: string } {
  const values = Object.fromEntries(
    Object.entries(notice.values).map(([name, value]) => {
      if (MONEY.has(name)) return [name, decimalIn(lang, value)];
      if (MOMENTS.has(name)) return [name, momentIn(lang, value)];
      if (name === 'funds')
        return [name, value.replaceAll(DECIMAL, (each) => decimalIn(lang, each))];
      // An IPv4 address may be stored with an IPv6 prefix.
      if (name === 'address') return [name, plainAddress(value)];
      return [name, name === 'reason' ? reasonIn(lang, value) : value];
    }),
  );
  return {
    title: textOf(lang, keyOf(notice, 'title'), values),
    content: textOf(lang, keyOf(notice, 'body'), values),
  };
}
