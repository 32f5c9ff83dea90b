/** How to pay a wire, as it is mailed and as the app shows it. In paper mode it says that nothing may be paid (rules §2). */
import { formatDecimal } from '@tern/money';
import { langOf, textOf } from '../../../kernel/i18n/texts.ts';
import type { Wire } from './store.ts';

/** `lang`: a language prefix. */
export function instructionsOf(wire: Wire, lang: string) {
  const language = langOf(lang);
  const { reference, asset } = wire;
  const values = { amount: formatDecimal(wire.amount), asset, reference };
  return {
    isSimulated: true,
    subject: textOf(language, 'mail.wire.subject', values),
    body: textOf(language, 'mail.wire.body', values),
  };
}
