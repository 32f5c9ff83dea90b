/** Limits and fees: what is in force, how to propose another value, and every version there was. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { Button, DateText, Pill } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { PAGE_SIZE, Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, useAddress } from '../../platform/address.ts';
import { call } from '../../platform/call.ts';
import { ProposeForm } from './propose-form.tsx';

type Setting = OperatorOutput<'GET /operator/setting/list'>['list'][number];

export function LimitsScreen() {
  const { params } = useAddress();
  const { key } = params;
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: async () => (await call('GET /operator/setting/list', {})).list,
  });
  const mayPropose = useHasRole('reviewer', 'approver');
  return (
    <div className={styles.room}>
      <h1>{texts.nav.limits}</h1>
      <Loaded query={settings}>
        {(list) => {
          const chosen = list.find((setting) => setting.key === key);
          return (
            <>
              {chosen !== undefined && mayPropose && (
                <ProposeForm key={chosen.key} setting={chosen} />
              )}
              <Versions settingKey={chosen?.key} page={pageOf(params)} />
              <InForce list={list} mayPropose={mayPropose} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function InForce({ list, mayPropose }: { list: readonly Setting[]; mayPropose: boolean }) {
  const { limits } = texts;
  const { heads } = limits;
  return (
    <section className={styles.part}>
      <h2>{limits.inForce}</h2>
      <Table label={limits.inForce} heads={[heads.key, heads.value, heads.unit, heads.act]}>
        {list.map((setting) => (
          <tr key={setting.key}>
            <td>{setting.key}</td>
            <td>
              {setting.value}
              {setting.value !== setting.fallback && (
                <p className={styles.quiet}>{limits.fallback(setting.fallback)}</p>
              )}
            </td>
            <td>{setting.unit}</td>
            <td>
              <Button
                isSmall
                label={`${mayPropose ? limits.change : limits.versions}: ${setting.key}`}
                onPress={() => goTo(pages.limits, { key: setting.key })}
              >
                {mayPropose ? limits.change : limits.versions}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Versions({ settingKey, page }: { settingKey: string | undefined; page: number }) {
  const versions = useQuery({
    queryKey: ['settings', 'versions', settingKey, page],
    queryFn: () =>
      call('GET /operator/setting/versions', {
        page,
        pageSize: PAGE_SIZE,
        ...(settingKey === undefined ? {} : { key: settingKey }),
      }),
  });
  const { limits } = texts;
  const { heads } = limits;
  return (
    <section className={styles.part}>
      <h2>{settingKey === undefined ? limits.versions : limits.versionsOf(settingKey)}</h2>
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
                  <tr key={version.ID}>
                    <td>{version.key}</td>
                    <td>{version.value}</td>
                    <td>
                      <DateText at={version.effectiveAt} />
                    </td>
                    <td>
                      <Pill kind={version.state === 'inForce' ? 'done' : 'neutral'}>
                        {limits.states[version.state]}
                      </Pill>
                    </td>
                    <td>
                      {version.reason} ({version.proposedBy})
                    </td>
                  </tr>
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
