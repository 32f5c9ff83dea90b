/** The words of an article; whoever follows a link in them is asked first, because it leads out of the app. */
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
        cancelLabel={t('announcement.stay')}
        onConfirm={leave}
        onCancel={() => setHref('')}
      >
        <p>{t('announcement.leaveHint')}</p>
      </ConfirmDialog>
    </>
  );
}
