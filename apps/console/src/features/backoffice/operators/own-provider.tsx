/** The operator's link to an identity at the provider: asked for with a code, waiting for a second person, removed with a code. */
import { useMutation } from '@tanstack/react-query';
import { Button, DateText, Inline, Pill, showToast, Text } from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import {
  endReturn,
  goToProvider,
  pendingReturn,
  type ProviderReturn,
} from '../../../kernel/provider-return.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { call } from '../../../platform/call.ts';
import type { OwnAccount } from './api.ts';
import { CodeDialog } from './code-dialog.tsx';

const { provider: labels } = texts.operators.ownAccount;

type Provider = NonNullable<OwnAccount['provider']>;
type Link = NonNullable<Provider['link']>;
/** A link that works, or one that waits for a second person. */
type Row = { readonly works: Link } | { readonly waits: NonNullable<Provider['waitingLink']> };

const linkOf = (row: Row) => ('works' in row ? row.works : row.waits);

function rowsOf({ link, waitingLink }: Provider): Row[] {
  return [
    ...(link === null ? [] : [{ works: link }]),
    ...(waitingLink === null ? [] : [{ waits: waitingLink }]),
  ];
}

export function OwnProvider({ provider }: { provider: Provider }) {
  const [asked, setAsked] = useState<'link' | 'remove'>();
  const { heads } = labels;
  const rows = rowsOf(provider);
  const withdrawal = useAct(
    'POST /operator/own/withdrawLink',
    () => texts.operators.ownAccount.passkeys.withdrawn,
  );
  useReturnedLink();
  const end = () => setAsked(undefined);
  return (
    <Part
      title={labels.title(provider.name)}
      aside={
        rows.length === 0 && (
          <Inline>
            <Button isSmall onPress={() => setAsked('link')}>
              {labels.link}
            </Button>
          </Inline>
        )
      }
    >
      <Table
        label={labels.title(provider.name)}
        rows={rows}
        keyOf={(row) => linkOf(row).ID}
        empty={labels.none}
        columns={[
          {
            key: 'identity',
            head: heads.identity,
            cell: (row) => (
              <b title={linkOf(row).subject}>{linkOf(row).email || linkOf(row).subject}</b>
            ),
          },
          {
            key: 'added',
            head: heads.added,
            isNumber: true,
            cell: (row) => <DateText at={linkOf(row).CreatedAt} detail="short" />,
          },
          { key: 'used', head: heads.used, isNumber: true, cell: (row) => <LastUse row={row} /> },
          {
            key: 'act',
            head: heads.act,
            isNumber: true,
            cell: (row) =>
              'waits' in row ? (
                <Button
                  isSmall
                  isBusy={withdrawal.isBusy}
                  onPress={() => withdrawal.run({ ID: row.waits.ID })}
                >
                  {labels.withdraw}
                </Button>
              ) : (
                <Button isSmall onPress={() => setAsked('remove')}>
                  {labels.remove}
                </Button>
              ),
          },
        ]}
      />
      <Text as="p" size="cap" tone="soft">
        {labels.rule}
      </Text>
      {asked === 'link' && <LinkDialog name={provider.name} onEnd={end} />}
      {asked === 'remove' && provider.link !== null && (
        <RemoveDialog link={provider.link} onEnd={end} />
      )}
    </Part>
  );
}

function LastUse({ row }: { row: Row }) {
  const { never, waiting } = texts.operators.ownAccount.passkeys;
  if ('waits' in row) return <Pill kind="review">{waiting}</Pill>;
  const { lastUsedAt } = row.works;
  return lastUsedAt === null ? never : <DateText at={lastUsedAt} detail="short" />;
}

/** Goes on with a link after the browser has come back from the provider. */
function useReturnedLink(): void {
  const isAsked = useRef(false);
  const finishing = useMutation({
    mutationFn: ({ ticket, answer }: ProviderReturn) =>
      call('POST /operator/own/finishLink', { ticket, answer }),
    onSuccess: () => showToast(labels.added, 'done'),
    onError: (error) => showToast(sentenceOf(error, true), 'error'),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const { mutate } = finishing;
  useEffect(() => {
    const returned = pendingReturn();
    // An answer is taken once, however often the screen is drawn.
    if (isAsked.current || returned?.purpose !== 'link') return;
    isAsked.current = true;
    endReturn();
    mutate(returned);
  }, [mutate]);
}

interface DialogProps {
  onEnd: () => void;
}

function LinkDialog({ name, onEnd }: DialogProps & { name: string }) {
  const beginning = useMutation({
    mutationFn: (code: string) => call('POST /operator/own/beginLink', { code }),
    onSuccess: (visit) => goToProvider(visit, 'link'),
    onError: (error) => showToast(sentenceOf(error), 'error'),
  });
  return (
    <CodeDialog
      question={labels.linkQuestion(name)}
      lead={labels.linkLead}
      confirmLabel={labels.link}
      cancelLabel={labels.keep}
      isBusy={beginning.isPending}
      onCancel={onEnd}
      onConfirm={(code) => beginning.mutate(code)}
    />
  );
}

function RemoveDialog({ link, onEnd }: DialogProps & { link: Link }) {
  const act = useAct('POST /operator/own/removeLink', () => labels.removed);
  return (
    <CodeDialog
      question={labels.removeQuestion}
      lead={labels.removeLead}
      confirmLabel={labels.remove}
      cancelLabel={texts.operators.ownAccount.passkeys.keepIt}
      isDangerous
      isBusy={act.isBusy}
      onCancel={onEnd}
      onConfirm={(code) => act.run({ ID: link.ID, code }, onEnd)}
    />
  );
}
