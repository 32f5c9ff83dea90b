/** Limits and fees: networks, currencies and other settings; what is in force, how to propose another, every version. */
import { useQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, useAddress } from '../../platform/address.ts';
import { type Setting, settingsQuery, termsQuery } from './api.ts';
import { ProposeForm } from './propose-form.tsx';
import { TermsDetail } from './terms-detail.tsx';
import { TermsTables } from './terms-tables.tsx';
import { Versions } from './versions.tsx';

export function LimitsScreen() {
  const { params } = useAddress();
  const { key } = params;
  const settings = useQuery(settingsQuery);
  const terms = useQuery(termsQuery);
  const mayPropose = useHasRole('reviewer', 'approver');
  const subject = terms.data?.find((each) => each.key === key);
  if (subject !== undefined) {
    return (
      <div className={styles.room}>
        <TermsDetail key={subject.key} subject={subject} mayAct={mayPropose} />
        <Versions wanted={subject.key} page={pageOf(params)} />
      </div>
    );
  }
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
              <Versions wanted={chosen?.key} page={pageOf(params)} />
              <Loaded query={terms}>{(subjects) => <TermsTables subjects={subjects} />}</Loaded>
              <InForce list={list} mayPropose={mayPropose} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function InForce({ list, mayPropose }: { list: readonly Setting[]; mayPropose: boolean }) {
  const { limits, terms } = texts;
  const { heads } = limits;
  return (
    <section className={styles.part}>
      <h2>{terms.settings}</h2>
      <Table label={terms.settings} heads={[heads.key, heads.value, heads.unit, heads.act]}>
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
