/** The audit log as sentences, with filters, details of each entry, the state of its hash chain, and a CSV export. */
import {
  AmountText,
  Button,
  checkIcon,
  DateText,
  depositIcon,
  Icon,
  Note,
  Segmented,
  StateBlock,
  warningIcon,
} from '@tern/ui';
import { useAct } from '../../../kernel/act.ts';
import { FilterSelect, FilterText, Pager, pageOf } from '../../../kernel/list-controls.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { texts } from '../../../kernel/texts.ts';
import { goTo, useAddress } from '../../../platform/address.ts';
import { useNow } from '../../../platform/now.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { AuditRow } from './audit-row.tsx';
import { daysOf } from './audit-runs.ts';
import styles from './audit.module.css';
import { sinceOf, useAuditChain, useAuditLines, useLogins } from './api.ts';

const DAYS = ['1', '7', '30', '90'] as const;
const HOUR_MS = 3_600_000;

type Params = Readonly<Record<string, string>>;

/** The filter in the address, without empty values. */
function filterOf({ search, login, action, memberId, days, show }: Params, now: number) {
  return {
    ...(search ? { search } : {}),
    ...(login ? { login } : {}),
    ...(action ? { action } : {}),
    ...(memberId ? { memberId } : {}),
    ...(days ? { from: sinceOf(days, now) } : {}),
    ...(show === 'changes' ? { show: 'changes' as const } : {}),
  };
}

export function AuditScreen() {
  const { params } = useAddress();
  const now = useNow(HOUR_MS);
  const filter = filterOf(params, now);
  const { audit, keys } = texts;
  const lines = useAuditLines(filter, pageOf(params));
  const chain = useAuditChain();
  const exporting = useAct('GET /operator/audit/export', ({ rows, isWhole }) =>
    audit.exported(rows, isWhole),
  );
  const takeAlong = () =>
    exporting.run(filter, ({ csv }) => saveFile('audit-log.csv', csv, 'text/csv'));
  const hasFilter = Object.keys(filter).length > 0;
  const clear = () => goTo(pages.audit);
  useShortcuts({ e: takeAlong, x: hasFilter ? clear : undefined });
  return (
    <Page
      title={texts.nav.audit}
      line={
        lines.data !== undefined && (
          <>
            <AmountText value={String(lines.data.total)} places={0} />{' '}
            {audit.entries(lines.data.total)} · <ChainLine query={chain} />
          </>
        )
      }
      actions={
        <>
          <Button
            isSmall
            kind="outline"
            isBusy={chain.isFetching}
            onPress={() => void chain.refetch()}
          >
            {audit.chain.again}
          </Button>
          <Button isSmall icon={depositIcon} isBusy={exporting.isBusy} onPress={takeAlong}>
            {audit.export}
          </Button>
        </>
      }
      bar={<Filters params={params} clear={hasFilter ? clear : undefined} />}
      foot={<KeysHint more={[[['E'], keys.export]]}>{audit.logged}</KeysHint>}
    >
      <ChainFault query={chain} />
      <Loaded query={lines}>
        {({ list, total }) =>
          list.length === 0 ? (
            <StateBlock kind="empty" title={audit.none} text={hasFilter && audit.noneText} />
          ) : (
            <div>
              {daysOf(list, now).map(([day, runs]) => (
                <section key={day} className={styles.day}>
                  <h2>{day}</h2>
                  <ul aria-label={day}>
                    {runs.map((run) => (
                      <AuditRow
                        key={run.line.ID}
                        run={run}
                        isOpen={params['entry'] === String(run.line.ID)}
                      />
                    ))}
                  </ul>
                </section>
              ))}
              <Pager total={total} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function Filters({ params, clear }: { params: Params; clear: (() => void) | undefined }) {
  const { audit } = texts;
  const { search = '', login = '', action = '', memberId = '', days = '', show = '' } = params;
  const names = useLogins().data ?? [];
  const change = (changed: Params) =>
    goTo(pages.audit, { ...params, ...changed, page: undefined, entry: undefined });
  // An operator whose account list could not be read, or an address from elsewhere.
  const logins = login === '' || names.includes(login) ? names : [login, ...names];
  return (
    <>
      <FilterText
        key={`search ${search}`}
        label={audit.search}
        name="search"
        given={search}
        onFind={(text) => change({ search: text })}
      />
      <FilterSelect
        label={audit.who}
        options={[
          { key: '', label: audit.anyone },
          ...logins.map((name) => ({ key: name, label: name })),
        ]}
        value={login}
        onChange={(key) => change({ login: key })}
      />
      <FilterSelect
        label={audit.what}
        options={[
          { key: '', label: audit.anyAction },
          ...Object.entries(audit.actions).map(([key, label]) => ({ key, label })),
        ]}
        value={action}
        onChange={(key) => change({ action: key })}
      />
      <FilterText
        key={`member ${memberId}`}
        label={audit.member}
        name="memberId"
        inputMode="numeric"
        given={memberId}
        onFind={(text) => change({ memberId: text })}
      />
      <FilterSelect
        label={audit.time}
        options={[
          { key: '', label: audit.anyTime },
          ...DAYS.map((key) => ({ key, label: audit.since(Number(key)) })),
        ]}
        value={days}
        onChange={(key) => change({ days: key })}
      />
      {clear !== undefined && (
        <Button isSmall kind="outline" className={styles.clear ?? ''} onPress={clear}>
          {audit.clearAll}
          <kbd aria-hidden="true">X</kbd>
        </Button>
      )}
      <div className={styles.shows}>
        <Segmented
          label={audit.show}
          isSmall
          options={[
            { key: '', label: audit.shows.all },
            { key: 'changes', label: audit.shows.changes },
          ]}
          value={show === 'changes' ? 'changes' : ''}
          onChange={(key) => change({ show: key })}
        />
      </div>
    </>
  );
}

type ChainQuery = ReturnType<typeof useAuditChain>;

/** One line for the head of the screen. */
function ChainLine({ query }: { query: ChainQuery }) {
  const { chain } = texts.audit;
  if (query.isFetching) return chain.checking;
  if (query.data === undefined) return chain.failed;
  const { through, brokenAt, checkedAt } = query.data;
  const isWhole = brokenAt === null;
  return (
    <span className={isWhole ? styles.whole : styles.broken} role="status">
      <Icon of={isWhole ? checkIcon : warningIcon} size={16} />
      {isWhole ? chain.whole : chain.broken}{' '}
      <AmountText value={String(brokenAt ?? through ?? 0)} places={0} /> {chain.at}{' '}
      <DateText at={checkedAt} detail="time" />
    </span>
  );
}

/** Explains a broken chain; renders nothing if it is intact. */
function ChainFault({ query: { data } }: { query: ChainQuery }) {
  const { chain } = texts.audit;
  if (data === undefined || data.brokenAt === null) return null;
  return (
    <Note kind="warn">
      <b>{chain.brokenTitle(data.brokenAt)}</b>
      <br />
      {data.fault}. {chain.brokenText}
    </Note>
  );
}
