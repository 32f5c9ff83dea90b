/** What members read of decisions of staff, in 14 languages, by the codes of `member-messages.ts`. */
import de from './message-texts/de.json' with { type: 'json' };
import en from './message-texts/en.json' with { type: 'json' };
import es from './message-texts/es.json' with { type: 'json' };
import fr from './message-texts/fr.json' with { type: 'json' };
import id from './message-texts/id.json' with { type: 'json' };
import it from './message-texts/it.json' with { type: 'json' };
import jp from './message-texts/jp.json' with { type: 'json' };
import kr from './message-texts/kr.json' with { type: 'json' };
import pt from './message-texts/pt.json' with { type: 'json' };
import ru from './message-texts/ru.json' with { type: 'json' };
import tr from './message-texts/tr.json' with { type: 'json' };
import tw from './message-texts/tw.json' with { type: 'json' };
import vn from './message-texts/vn.json' with { type: 'json' };
import zh from './message-texts/zh.json' with { type: 'json' };
import type { MessageCode } from './member-messages.ts';

/** Language prefix to code to text. */
export const messageTexts = {
  de,
  en,
  es,
  fr,
  id,
  it,
  jp,
  kr,
  pt,
  ru,
  tr,
  tw,
  vn,
  zh,
} satisfies Record<string, Readonly<Record<MessageCode, string>>>;
