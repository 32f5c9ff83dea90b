/** The text of every result code in 14 languages. The server sends it as `msg`; the app has those it translates by code. */
import de from './code-texts/de.json' with { type: 'json' };
import en from './code-texts/en.json' with { type: 'json' };
import es from './code-texts/es.json' with { type: 'json' };
import fr from './code-texts/fr.json' with { type: 'json' };
import id from './code-texts/id.json' with { type: 'json' };
import it from './code-texts/it.json' with { type: 'json' };
import jp from './code-texts/jp.json' with { type: 'json' };
import kr from './code-texts/kr.json' with { type: 'json' };
import pt from './code-texts/pt.json' with { type: 'json' };
import ru from './code-texts/ru.json' with { type: 'json' };
import tr from './code-texts/tr.json' with { type: 'json' };
import tw from './code-texts/tw.json' with { type: 'json' };
import vn from './code-texts/vn.json' with { type: 'json' };
import zh from './code-texts/zh.json' with { type: 'json' };
import type { Code } from './codes.ts';

type CodeTexts = Readonly<Record<Code, string>>;

/** Language prefix to code to text. */
export const codeTexts = {
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
} satisfies Record<string, CodeTexts>;
