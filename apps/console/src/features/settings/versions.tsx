/** Every version there was of a limit, a fee or the terms of a network or currency, newest first. */
import { useQuery } from '@tanstack/react-query';
import { DateText, Pill } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import { PAGE_SIZE, Pager } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { call } from '../../platform/call.ts';
import type { Version } from './api.ts';
import { nameOf } from './terms-words.ts';

export function Versions({ wanted, page }: { wanted: string | undefined; page: number }) {
  const versions = useQuery({
    queryKey: ['settings', 'versions', wanted, page],
    queryFn: () =>
      call('GET /operator/setting/versions', {
        page,
        pageSize: PAGE_SIZE,
        ...(wanted === undefined ? {} : { key: wanted }),
      }),
  });
  const { limits } = texts;
  const { heads } = limits;
  return (
    <section className={styles.part}>
      <h2>{wanted === undefined ? limits.versions : limits.versionsOf(wanted)}</h2>
      <Loaded query={versions}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className={styles.quiet}>{limits.noVersions}</p>
          ) : (
            <>
              <Table
                label={limits.versions}
                heads={[heads.key, heads.value, heads.from, heads.state, heads.reason]}
              >
                {list.map((version) => (
                  <Row key={version.ID} version={version} />
                ))}
              </Table>
              <Pager total={total} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Row({ version }: { version: Version }) {
  const { limits } = texts;
  const { kind, key, effectiveAt, state, reason, proposedBy } = version;
  return (
    <tr>
      <td>{kind === 'setting' ? key : nameOf(version)}</td>
      <td>
        <Value version={version} />
      </td>
      <td>
        <DateText at={effectiveAt} />
      </td>
      <td>
        <Pill kind={state === 'inForce' ? 'done' : 'neutral'}>{limits.states[state]}</Pill>
      </td>
      <td>
        {reason} ({proposedBy})
      </td>
    </tr>
  );
}

function Value({ version: { kind, value, replaced, changes } }: { version: Version }) {
  const { terms } = texts;
  if (kind === 'setting') return replaced === null ? value : `${replaced} → ${value}`;
  return changes.map(({ field, from, to }) => (
    <p key={field}>{terms.change(terms.fields[kind][field], from, to)}</p>
  ));
}
