/** Saved replies: the list, and the page that writes one in every language. */
import { ButtonLink, DateText, plusIcon } from '@tern/ui';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type Reply, useReplies } from './api.ts';
import { ReplyPage } from './reply-page.tsx';
import { langName } from './thread-head.tsx';
import { textIn } from './view-model.ts';
import { supportTexts } from './texts.ts';

export function RepliesScreen() {
  const { params } = useAddress();
  const mayWrite = usePermission('content.write');
  const { id } = params;
  if (params['new'] === '1' && mayWrite) return <ReplyPage key="new" />;
  if (id !== undefined) return <ReplyPage key={id} id={Number(id)} />;
  return <List mayWrite={mayWrite} />;
}

function List({ mayWrite }: { mayWrite: boolean }) {
  const query = useReplies();
  const { replies: labels } = supportTexts;
  const { heads } = labels;
  return (
    <Page
      title={texts.nav.replies}
      line={labels.lead}
      actions={
        mayWrite && (
          <ButtonLink isSmall icon={plusIcon} href={hrefOf(pages.replies, { new: '1' })}>
            {labels.begin}
          </ButtonLink>
        )
      }
      foot={<KeysHint />}
    >
      <Loaded query={query}>
        {(list) => (
          <Table
            label={labels.list}
            rows={list}
            keyOf={({ ID }) => ID}
            empty={labels.none}
            hrefOf={({ ID }) => hrefOf(pages.replies, { id: String(ID) })}
            columns={[
              { key: 'code', head: heads.code, cell: ({ code }) => `/${code}` },
              {
                key: 'title',
                head: heads.title,
                isLong: true,
                cell: (reply) => textIn(reply, 'en').title,
              },
              { key: 'langs', head: heads.langs, cell: (reply) => <Languages reply={reply} /> },
              { key: 'state', head: heads.state, cell: stateOf },
              { key: 'by', head: heads.by, cell: ({ changedBy }) => changedBy },
              {
                key: 'at',
                head: heads.at,
                isNumber: true,
                cell: ({ changedAt }) => <DateText at={changedAt} detail="short" />,
              },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** Whether customers see it too. */
function stateOf({ isQuestion, published }: Reply): string {
  const { states } = supportTexts.replies;
  if (!isQuestion) return states.none;
  return published === null ? states.waits : states.shown(published.version);
}

/** The number of missing languages; their names in the title. */
function Languages({ reply }: { reply: Reply }) {
  const { replies: labels } = supportTexts;
  const written = new Set(reply.texts.map(({ lang }) => lang));
  const missing = Object.keys(texts.announcements.langs).filter((lang) => !written.has(lang));
  if (missing.length === 0) return labels.all;
  const names = missing.map(langName).join(', ');
  return <span title={labels.missingNames(names)}>{labels.missing(missing.length)}</span>;
}
