/** Bank statements: a file is imported here; what was imported, newest first. In paper mode a sample can be tried. */
import { Button, StateBlock } from '@tern/ui';
import { useRef, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Pager, pageOf } from '../../../kernel/list-controls.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { useAddress } from '../../../platform/address.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { type BankAccount, type Statement, useBankAccounts, useStatements } from './api.ts';
import styles from './chain.module.css';
import { BackLink } from './pane.tsx';
import { base64Of } from './read-file.ts';
import { chainTexts } from './texts.ts';

const labels = chainTexts.chain.statements;
const { heads } = labels;
const FILE_BYTES_MAX = 4 * 1024 * 1024;

const columns: readonly Column<Statement>[] = [
  { key: 'until', head: heads.until, cell: ({ until }) => until },
  { key: 'number', head: heads.number, cell: ({ number }) => number },
  { key: 'account', head: heads.account, cell: ({ account }) => account },
  {
    key: 'opening',
    head: heads.opening,
    isNumber: true,
    cell: ({ begins, asset }) => <ExactAmount value={begins} unit={asset} />,
  },
  {
    key: 'closing',
    head: heads.closing,
    isNumber: true,
    cell: ({ ends, asset }) => <ExactAmount value={ends} unit={asset} />,
  },
  { key: 'entries', head: heads.entries, isNumber: true, cell: ({ entries }) => entries },
  { key: 'open', head: heads.open, isNumber: true, cell: ({ unmatched }) => unmatched },
  { key: 'by', head: heads.by, cell: ({ by }) => by ?? labels.folder },
];

export function StatementsPane() {
  const { params } = useAddress();
  const query = useStatements(pageOf(params));
  const mayImport = usePermission('transfers.handle');
  return (
    <article className={styles.article} aria-label={labels.title}>
      <header className={styles.paneHead}>
        <div>
          <BackLink />
          <h2>{labels.title}</h2>
          <p>{labels.lead}</p>
        </div>
        {mayImport && <ImportButton />}
      </header>
      <div className={styles.body}>
        <Accounts mayImport={mayImport} />
        <Loaded query={query}>
          {({ list, total }) => (
            <>
              <Table
                label={labels.title}
                rows={list}
                keyOf={({ ID }) => ID}
                columns={columns}
                empty={<StateBlock kind="empty" title={labels.none} />}
              />
              <Pager total={total} />
            </>
          )}
        </Loaded>
      </div>
    </article>
  );
}

/** Each bank account: its newest balance beside that of the journal. */
function Accounts({ mayImport }: { mayImport: boolean }) {
  const query = useBankAccounts();
  const { accounts } = labels;
  const sample = useAct('GET /operator/bank/sample', () => labels.sampleMade);
  return (
    <Loaded query={query}>
      {({ list, isPaper }) => (
        <Table
          label={accounts.title}
          rows={list}
          keyOf={({ asset }) => asset}
          columns={[
            ...accountColumns.slice(0, 1),
            ...(isPaper && mayImport
              ? [
                  {
                    key: 'sample',
                    head: labels.sample,
                    cell: ({ asset }: BankAccount) => (
                      <Button
                        isSmall
                        label={labels.sampleOf(asset)}
                        isBusy={sample.isBusy}
                        onPress={() =>
                          sample.run({ coinname: asset }, ({ text }) =>
                            saveFile(`statement-${asset}.xml`, text, 'application/xml'),
                          )
                        }
                      >
                        {labels.save}
                      </Button>
                    ),
                  },
                ]
              : []),
            ...accountColumns.slice(1),
          ]}
          empty={<StateBlock kind="empty" title={accounts.none} text={accounts.noneText} />}
        />
      )}
    </Loaded>
  );
}

const money = (value: string, asset: string) => <ExactAmount value={value} unit={asset} />;
const { heads: own } = labels.accounts;

const accountColumns: readonly Column<BankAccount>[] = [
  {
    key: 'asset',
    head: own.asset,
    cell: ({ asset, account }) => (
      <>
        <b>{asset}</b>
        <small className={styles.below}>{account}</small>
      </>
    ),
  },
  {
    key: 'statement',
    head: own.statement,
    isNumber: true,
    cell: ({ statement, asset }) =>
      statement === null ? (
        '---'
      ) : (
        <>
          {money(statement.ends, asset)}
          <small className={styles.below}>
            {own.until} {statement.until}
          </small>
        </>
      ),
  },
  {
    key: 'journal',
    head: own.journal,
    isNumber: true,
    cell: ({ journal, asset }) => money(journal, asset),
  },
  {
    key: 'difference',
    head: own.difference,
    isNumber: true,
    cell: ({ statement, asset }) =>
      statement === null ? '---' : money(statement.difference, asset),
  },
  {
    key: 'in',
    head: own.unmatchedIn,
    isNumber: true,
    cell: ({ unmatchedIn, asset }) => money(unmatchedIn, asset),
  },
  {
    key: 'out',
    head: own.unmatchedOut,
    isNumber: true,
    cell: ({ unmatchedOut, asset }) => money(unmatchedOut, asset),
  },
];

/** Imports a chosen file; a fault stays below the button until the next one. */
function ImportButton() {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const imports = useAct('POST /operator/bank/import', (output) => {
    if (output.fault !== null) return labels.refused;
    const fresh = output.list.filter(({ isRepeat }) => !isRepeat);
    if (fresh.length === 0) return labels.repeated;
    const entries = fresh.reduce((sum, statement) => sum + statement.entries, 0);
    return labels.imported(entries, output.matched);
  });
  const take = async (chosen: HTMLInputElement) => {
    const [file] = chosen.files ?? [];
    // The same file may be chosen again.
    chosen.value = '';
    if (file === undefined) return;
    if (file.size > FILE_BYTES_MAX || file.size === 0) return setFault(labels.tooLarge);
    setFault('');
    const base64Str = await base64Of(file);
    imports.run({ base64Str }, (output) => setFault(output.fault ?? ''));
  };
  return (
    <div className={styles.importing}>
      <Button kind="primary" isBusy={imports.isBusy} onPress={() => field.current?.click()}>
        {labels.choose}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        accept=".xml,.sta,.940,.mt940,.txt"
        aria-label={labels.choose}
        onChange={(event) => void take(event.currentTarget)}
      />
      {fault !== '' && (
        <p role="alert">
          {labels.refused}: {fault}
        </p>
      )}
    </div>
  );
}
