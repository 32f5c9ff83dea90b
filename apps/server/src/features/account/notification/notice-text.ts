/**
 * The texts of a notice in the reader's language: title and body of its kind, or of its record's kind where there are
 * any.
 */
import {
  amountIn,
  dayIn,
  isTextKey,
  type Lang,
  momentIn,
  type TextKey,
  textOf,
} from '../../../kernel/i18n/texts.ts';
import { messageIn } from '../../../kernel/i18n/reasons.ts';
import {
  actOfNotice,
  describeNotice,
  type NoticeValue,
} from '../../../kernel/messaging/notice-kinds.ts';
import type { Notification } from '../../../kernel/messaging/read-notifications.ts';
import { plainAddress } from '../../../platform/http/caller-address.ts';

type NoticeContent = Pick<Notification, 'kind' | 'about' | 'values'>;

/** Every amount in a list such as `10000 USDT, 0.1 BTC`, with its asset. */
const AMOUNT = /(?<![\w.])(\d+(?:\.\d+)?) (\w+)/g;

/** An empty amount belongs to a review that moves no money. `asset` is that of the notice's amounts. */
const inLanguage: Record<
  Exclude<NoticeValue, 'reason'>,
  (lang: Lang, value: string, asset: string) => string
> = {
  amount: (lang, value, asset) => (value === '' ? '' : amountIn(lang, value, asset)),
  amounts: (lang, value) =>
    value.replaceAll(
      AMOUNT,
      (_, amount: string, asset: string) => `${amountIn(lang, amount, asset)} ${asset}`,
    ),
  moment: momentIn,
  date: dayIn,
  // An IPv4 address may be stored with an IPv6 prefix.
  address: (_lang, value) => plainAddress(value),
  text: (_lang, value) => value,
};

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

/** @throws Error for a kind without a text */
export function noticeText(notice: NoticeContent, lang: Lang): { title: string; content: string } {
  const shapes: Readonly<Record<string, NoticeValue>> = describeNotice(notice.kind).values;
  const values = Object.fromEntries(
    Object.entries(notice.values).map(([name, value]) => {
      const shape = shapes[name] ?? shapes[`${name}?`] ?? 'text';
      if (shape === 'reason') return [name, messageIn(lang, value, actOfNotice(notice))];
      return [name, inLanguage[shape](lang, value, notice.values['asset'] ?? '')];
    }),
  );
  return {
    title: textOf(lang, keyOf(notice, 'title'), values),
    content: textOf(lang, keyOf(notice, 'body'), values),
  };
}
