/** Terms, privacy and risk, readable where the member accepts them. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Section, Sheet, TextButton, WrittenText } from '@tern/ui';
import { useState } from 'react';
import {
  type Article,
  articleQuery,
  localeOf,
  rulesQuery,
} from '../../../../kernel/article-texts.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import type { Language } from '../../../../platform/i18n/languages.ts';
import styles from './form.module.css';

export function RulesSheet() {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.rules}>
      <TextButton isFlush onPress={() => setOpen(true)}>
        {t('auth.readRules')}
      </TextButton>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('auth.readRules')}>
        {isOpen && <Rules />}
      </Sheet>
    </div>
  );
}

function Rules() {
  const { language } = useI18n();
  const query = useQuery(rulesQuery(language));
  return (
    <Loaded query={query}>
      {(rules) => <Texts ids={rules.map(({ ID }) => ID)} language={language} />}
    </Loaded>
  );
}

function Texts({ ids, language }: { ids: readonly number[]; language: Language }) {
  const query = useQueries({
    queries: ids.map((id) => articleQuery(id, language)),
    combine: (queries) => {
      const articles = queries.flatMap(({ data }) => data ?? []);
      return {
        data: articles.length === ids.length ? articles : undefined,
        isError: queries.some(({ isError }) => isError),
        error: queries.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
      };
    },
  });
  return <Loaded query={query}>{(articles) => articles.map(textOf)}</Loaded>;
}

function textOf({ ID, title, lang, blocks }: Article) {
  return (
    <Section key={ID} title={title}>
      <div className={styles.rule}>
        <WrittenText blocks={blocks} lang={localeOf(lang)} />
      </div>
    </Section>
  );
}
