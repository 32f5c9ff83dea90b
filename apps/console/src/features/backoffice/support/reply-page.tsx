/** One saved reply: its code, title and text in each language, and its versions. */
import { Button, ConfirmDialog, DateText, Inline, Note, StateBlock, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import styles from '../../../kernel/page.module.css';
import { Part, Page } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf } from '../../../platform/address.ts';
import { type Reply, useReplies, useReplyVersions } from './api.ts';
import { Publication } from './publication.tsx';
import { ReplyTexts } from './reply-texts.tsx';
import { ReplyUse, type Use, inputOf } from './reply-use.tsx';
import { langName } from './thread-head.tsx';
import { halfWritten, textIn, textsInput, type Written, writtenOf } from './view-model.ts';
import { supportTexts } from './texts.ts';

const back = { href: hrefOf(pages.replies), label: supportTexts.replies.back };
const NEW = { ID: 0, code: '', version: 0, isQuestion: false, shows: null, texts: [] };

/** Without an id: a new reply. */
export function ReplyPage({ id }: { id?: number }) {
  const query = useReplies();
  const { replies: labels } = supportTexts;
  if (id === undefined) {
    return (
      <Page back={back} title={labels.begin}>
        <ReplyForm reply={NEW} />
      </Page>
    );
  }
  const reply = query.data?.find(({ ID }) => ID === id);
  if (query.data === undefined || reply === undefined) {
    return (
      <Page back={back} title={texts.nav.replies}>
        <Loaded query={query}>{() => <StateBlock kind="empty" title={labels.gone} />}</Loaded>
      </Page>
    );
  }
  return <Saved reply={reply} />;
}

function Saved({ reply }: { reply: Reply }) {
  const mayWrite = usePermission('content.write');
  return (
    <Page
      back={back}
      title={`/${reply.code}`}
      line={textIn(reply, 'en').title}
      actions={mayWrite && <Removal reply={reply} />}
    >
      {reply.isQuestion && <Publication reply={reply} />}
      <ReplyForm reply={reply} />
      <Versions id={reply.ID} />
    </Page>
  );
}

type Known = Pick<Reply, 'ID' | 'code' | 'version' | 'isQuestion' | 'shows' | 'texts'>;
const CODE = /^[a-z0-9-]{2,30}$/;

interface Form {
  /** The version that was read. */
  version: number;
  code: string;
  use: Use;
  written: Written;
}

const formOf = (reply: Known): Form => ({
  version: reply.version,
  code: reply.code,
  use: { isQuestion: reply.isQuestion, shows: reply.shows },
  written: writtenOf(reply),
});

/** Keeps what was written when saving fails, and when somebody else saved a version meanwhile. */
function ReplyForm({ reply }: { reply: Known }) {
  const { replies: labels } = supportTexts;
  const mayWrite = usePermission('content.write');
  const [form, setForm] = useState(() => formOf(reply));
  const [isChanged, setChanged] = useState(false);
  const [isTried, setTried] = useState(false);
  const saving = useAct('POST /operator/service/writeReply', () => labels.saved);
  // A form without changes follows the newest version.
  const shown = isChanged ? form : formOf(reply);
  const isOutdated = isChanged && form.version !== reply.version;
  const change = (changed: Partial<Form>) => {
    setForm({ ...shown, ...changed });
    setChanged(true);
  };
  const isNew = reply.ID === 0;
  const faults = faultsOf(shown);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.code !== undefined || faults.texts !== undefined) return;
    const { code, version, use, written } = shown;
    const id = isNew ? {} : { ID: reply.ID };
    const input = { ...id, code: code.trim(), version, ...inputOf(use) };
    saving.run({ ...input, texts: textsInput(written) }, ({ ID }) => {
      setChanged(false);
      setTried(false);
      if (isNew) goTo(pages.replies, { id: String(ID) });
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {isOutdated && (
        <Note kind="warn">
          {labels.outdated}{' '}
          <Button isSmall onPress={() => setChanged(false)}>
            {labels.readAgain}
          </Button>
        </Note>
      )}
      <TextField
        label={labels.code}
        hint={labels.codeHint}
        error={isTried ? faults.code : undefined}
        name="code"
        maxLength={30}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={!mayWrite || !isNew}
        value={shown.code}
        onChange={(code) => change({ code })}
      />
      <ReplyUse use={shown.use} isReadOnly={!mayWrite} onChange={(use) => change({ use })} />
      <ReplyTexts
        written={shown.written}
        isReadOnly={!mayWrite}
        onChange={(written) => change({ written })}
      />
      {isTried && faults.texts !== undefined && (
        <div role="alert">
          <Note kind="warn">{faults.texts}</Note>
        </div>
      )}
      {mayWrite && (
        <Inline gap={8} align="center" isWrapped>
          <Button kind="primary" type="submit" isBusy={saving.isBusy} isDisabled={!isChanged}>
            {labels.save}
          </Button>
        </Inline>
      )}
    </form>
  );
}

function faultsOf({ code, written }: Form): {
  code: string | undefined;
  texts: string | undefined;
} {
  const { replies: labels } = supportTexts;
  const english = written['en'];
  const [half] = halfWritten(written);
  const isEnglish =
    english !== undefined && english.title.trim() !== '' && english.text.trim() !== '';
  return {
    code: CODE.test(code.trim()) ? undefined : labels.codeWrong,
    texts: !isEnglish
      ? labels.english
      : half === undefined
        ? undefined
        : labels.half(langName(half)),
  };
}

function Removal({ reply: { ID, code, version } }: { reply: Reply }) {
  const { replies: labels } = supportTexts;
  const [isAsked, setAsked] = useState(false);
  const removing = useAct('POST /operator/service/removeReply', () => labels.removed);
  return (
    <>
      <Button isSmall kind="outline" onPress={() => setAsked(true)}>
        {labels.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={labels.removeQuestion(code)}
        confirmLabel={labels.remove}
        cancelLabel={texts.review.cancel}
        isBusy={removing.isBusy}
        onCancel={() => setAsked(false)}
        onConfirm={() => removing.run({ ID, version }, () => goTo(pages.replies))}
      >
        {labels.removeText}
      </ConfirmDialog>
    </>
  );
}

function Versions({ id }: { id: number }) {
  const { replies: labels } = supportTexts;
  const { heads } = labels;
  return (
    <Part title={labels.versions}>
      <Loaded query={useReplyVersions(id)}>
        {(list) => (
          <Table
            label={labels.versions}
            rows={list}
            keyOf={({ version }) => version}
            columns={[
              { key: 'version', head: labels.version, cell: ({ version }) => version },
              {
                key: 'title',
                head: heads.title,
                isLong: true,
                cell: (row) => (row.isRemoved ? labels.removedVersion : textIn(row, 'en').title),
              },
              { key: 'by', head: heads.by, cell: ({ login }) => login },
              {
                key: 'langs',
                head: heads.langs,
                isNumber: true,
                cell: ({ texts: written }) => written.length,
              },
              {
                key: 'at',
                head: heads.at,
                isNumber: true,
                cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
              },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}
