/** The operator's passkeys and security keys: the list, adding and removing one, each with a code. */
import { useMutation } from '@tanstack/react-query';
import {
  Button,
  ConfirmDialog,
  DateText,
  Inline,
  Pill,
  showToast,
  Text,
  TextField,
} from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { createPasskey, PasskeyNotUsed } from '../../../kernel/browser-passkeys.ts';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { call } from '../../../platform/call.ts';
import type { OwnAccount } from './api.ts';
import { CodeDialog } from './code-dialog.tsx';
import { CodeField } from './code-field.tsx';

const { passkeys: labels } = texts.operators.ownAccount;

type OwnPasskey = OwnAccount['passkeys'][number];
/** A key that works, or one that waits for a second person. */
type Row =
  | { readonly works: OwnPasskey }
  | { readonly waits: OwnAccount['waitingPasskeys'][number] };

const keyOf = (row: Row) => ('works' in row ? row.works : row.waits);

export function OwnPasskeys({ own }: { own: OwnAccount }) {
  const [asked, setAsked] = useState<'add' | OwnPasskey>();
  const { heads } = labels;
  const end = () => setAsked(undefined);
  const rows: Row[] = [
    ...own.passkeys.map((works) => ({ works })),
    ...own.waitingPasskeys.map((waits) => ({ waits })),
  ];
  const mayAdd = own.passkeysAvailable && rows.length < own.passkeysMax;
  const isLast = own.passkeys.length === 1;
  const withdrawal = useAct('POST /operator/own/withdrawPasskey', () => labels.withdrawn);
  return (
    <Part
      title={labels.title}
      aside={
        mayAdd ? (
          <Inline>
            <Button isSmall onPress={() => setAsked('add')}>
              {labels.add}
            </Button>
          </Inline>
        ) : (
          <span>{own.passkeysAvailable ? labels.full : labels.unavailable}</span>
        )
      }
    >
      <Table
        label={labels.title}
        rows={rows}
        keyOf={(row) => ('works' in row ? `key ${row.works.ID}` : `waiting ${row.waits.ID}`)}
        empty={labels.none}
        columns={[
          { key: 'name', head: heads.name, cell: (row) => <b>{keyOf(row).name}</b> },
          {
            key: 'added',
            head: heads.added,
            isNumber: true,
            cell: (row) => <DateText at={keyOf(row).CreatedAt} detail="short" />,
          },
          {
            key: 'used',
            head: heads.used,
            isNumber: true,
            cell: (row) => <LastUse row={row} />,
          },
          {
            key: 'act',
            head: heads.act,
            isNumber: true,
            cell: (row) =>
              'waits' in row ? (
                <Button
                  isSmall
                  label={labels.withdrawOf(row.waits.name)}
                  isBusy={withdrawal.isBusy}
                  onPress={() => withdrawal.run({ ID: row.waits.ID })}
                >
                  {labels.withdraw}
                </Button>
              ) : (
                <Button
                  isSmall
                  label={labels.removeOf(row.works.name)}
                  isDisabled={isLast}
                  onPress={() => setAsked(row.works)}
                >
                  {labels.remove}
                </Button>
              ),
          },
        ]}
      />
      <Text as="p" size="cap" tone="soft">
        {labels.rule}
      </Text>
      {asked === 'add' && <AddDialog onEnd={end} />}
      {asked !== undefined && asked !== 'add' && <RemoveDialog passkey={asked} onEnd={end} />}
    </Part>
  );
}

function LastUse({ row }: { row: Row }) {
  if ('waits' in row) return <Pill kind="review">{labels.waiting}</Pill>;
  const { lastUsedAt } = row.works;
  return lastUsedAt === null ? labels.never : <DateText at={lastUsedAt} detail="short" />;
}

/** Two calls with the browser's dialog between them. */
function useAdding(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ name, code }: { name: string; code: string }) => {
      const { options } = await call('POST /operator/own/beginPasskey', { code });
      const credential = await createPasskey(options);
      return call('POST /operator/own/finishPasskey', { name, credential });
    },
    onSuccess: () => {
      showToast(labels.added, 'done');
      onDone();
    },
    onError: (error) =>
      showToast(
        error instanceof PasskeyNotUsed ? labels.notCreated : sentenceOf(error, true),
        'error',
      ),
    onSettled: () => queryClient.invalidateQueries(),
  });
}

function AddDialog({ onEnd }: { onEnd: () => void }) {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const adding = useAdding(onEnd);
  const isReady = name.trim() !== '' && code.trim() !== '';
  const confirm = () => {
    setTried(true);
    if (isReady) adding.mutate({ name: name.trim(), code: code.trim() });
  };
  return (
    <ConfirmDialog
      isOpen
      question={labels.addQuestion}
      confirmLabel={labels.add}
      cancelLabel={labels.keep}
      isBusy={adding.isPending}
      isConfirmedByEnter
      onCancel={onEnd}
      onConfirm={confirm}
    >
      <p>{labels.addLead}</p>
      <TextField
        label={labels.name}
        hint={labels.nameHint}
        error={isTried && name.trim() === '' ? labels.nameMissing : undefined}
        name="name"
        maxLength={40}
        value={name}
        onChange={setName}
      />
      <CodeField value={code} onChange={setCode} isMissing={isTried && code.trim() === ''} />
    </ConfirmDialog>
  );
}

function RemoveDialog({ passkey, onEnd }: { passkey: OwnPasskey; onEnd: () => void }) {
  const act = useAct('POST /operator/own/removePasskey', () => labels.removed);
  return (
    <CodeDialog
      question={labels.removeQuestion(passkey.name)}
      lead={labels.removeLead}
      confirmLabel={labels.remove}
      cancelLabel={labels.keepIt}
      isDangerous
      isBusy={act.isBusy}
      onCancel={onEnd}
      onConfirm={(code) => act.run({ ID: passkey.ID, code }, onEnd)}
    />
  );
}
