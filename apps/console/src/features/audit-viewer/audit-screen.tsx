/** The audit log as sentences, with filters, details of each entry, and a CSV export. */
import { useQuery } from '@tanstack/react-query';
import { AmountText, Button, depositIcon, Segmented, StateBlock } from '@tern/ui';
import { useAct } from '../../kernel/act.ts';
import { FilterSelect, FilterText } from '../../kernel/filters.tsx';
import { KeysHint } from '../../kernel/keys-hint.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { PAGE_SIZE, Pager, pageOf } from '../../kernel/pager.tsx';
import { Room } from '../../kernel/room.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, useAddress } from '../../platform/address.ts';
import { call } from '../../platform/call.ts';
import { useNow } from '../../platform/now.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { AuditRow } from './audit-row.tsx';
import { daysOf } from './audit-runs.ts';
import styles from './audit.module.css';
import { ChainFault, ChainLine, useAuditChain } from './chain-status.tsx';

const DAYS = ['1', '7', '30', '90'] as const;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Params = Readonly<Record<string, string>>;

/** Midnight in the operator's time zone, this many days ago; today counts as one. */
function sinceOf(days: string, now: number): string {
  const midnight = new Date(now - (Number(days) - 1) * DAY_MS).setHours(0, 0, 0, 0);
  return new Date(midnight).toISOString();
}

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
  const page = pageOf(params);
  const { audit, keys } = texts;
  const lines = useQuery({
    queryKey: ['audit', filter, page],
    queryFn: () => call('GET /operator/audit/list', { ...filter, page, pageSize: PAGE_SIZE }),
    placeholderData: (previous) => previous,
  });
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
    <Room
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
      foot={
        <KeysHint
          keys={[
            [['J', 'K'], keys.move],
            [['↵'], keys.enter],
            [['E'], keys.export],
          ]}
        >
          {audit.logged}
        </KeysHint>
      }
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
    </Room>
  );
}

function Filters({ params, clear }: { params: Params; clear: (() => void) | undefined }) {
  const { audit } = texts;
  const { search = '', login = '', action = '', memberId = '', days = '', show = '' } = params;
  const accounts = useQuery({
    queryKey: ['accounts', 'names'],
    queryFn: async () => (await call('GET /operator/account/list', {})).list,
  });
  const change = (changed: Params) =>
    goTo(pages.audit, { ...params, ...changed, page: undefined, entry: undefined });
  const names = (accounts.data ?? []).map((account) => account.login);
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
