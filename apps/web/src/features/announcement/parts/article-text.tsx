/** The body of an article; its links lead out of the app, so they ask for confirmation first. */
import { ConfirmDialog, WrittenText } from '@tern/ui';
import { useState } from 'react';
import type { Article } from '../../../kernel/articles.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { localeOf } from '../locale-of.ts';

export function ArticleText({ article }: { article: Article }) {
  const t = useT();
  const [href, setHref] = useState('');
  const leave = () => {
    window.open(href, '_blank', 'noopener,noreferrer');
    setHref('');
  };
  const host = href === '' ? '' : new URL(href).hostname;
  return (
    <>
      <WrittenText blocks={article.blocks} lang={localeOf(article.lang)} onLeave={setHref} />
      <ConfirmDialog
        isOpen={href !== ''}
        question={t('announcement.leaveQuestion', { host })}
        confirmLabel={t('announcement.leave')}
        cancelLabel={t('common.cancel')}
        onConfirm={leave}
        onCancel={() => setHref('')}
      >
        <p>{t('announcement.leaveHint')}</p>
      </ConfirmDialog>
    </>
  );
}
