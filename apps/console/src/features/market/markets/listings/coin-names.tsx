/** The names of a listed coin in other languages than English; those without one show the English name. */
import { Text, TextField } from '@tern/ui';
import { Part } from '../../../../kernel/page.tsx';
import { texts as all } from '../../../../kernel/texts.ts';
import type { Coin } from './draft.ts';
import styles from './steps.module.css';
import { listingTexts as texts } from './texts.ts';

type Names = NonNullable<Coin['names']>;

const NAME_MAX = 40;
const { en: _english, ...LANGS } = all.announcements.langs;

/** "German"; of a prefix that is not known the prefix. */
export const langName = (lang: string): string => LANGS[lang as keyof Names] ?? lang;

export function CoinNames({ coin, onChange }: { coin: Coin; onChange: (coin: Coin) => void }) {
  const { names = {} } = coin;
  const put = (lang: keyof Names, typed: string) => {
    const { [lang]: _former, ...others } = names;
    onChange({ ...coin, names: typed === '' ? others : { ...others, [lang]: typed } });
  };
  return (
    <Part title={texts.coin.names}>
      <Text as="p" size="label" tone="soft">
        {texts.coin.namesHint}
      </Text>
      <div className={styles.pair}>
        {(Object.keys(LANGS) as (keyof Names)[]).map((lang) => (
          <TextField
            key={lang}
            label={LANGS[lang]}
            name={`names.${lang}`}
            maxLength={NAME_MAX}
            spellCheck={false}
            value={names[lang] ?? ''}
            onChange={(typed) => put(lang, typed.replaceAll(/[<>]/g, ''))}
          />
        ))}
      </div>
    </Part>
  );
}
