/** Limits and fees by kind: current values, upcoming changes, pauses; a row expands to its details. */
import { useQuery } from '@tanstack/react-query';
import { Tabs } from '@tern/ui';
import { FilterText, pageOf } from '../../../kernel/list-controls.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { texts } from '../../../kernel/texts.ts';
import { goTo, useAddress } from '../../../platform/address.ts';
import { type Subject, settingsQuery, termsQuery, useVersions } from './api.ts';
import { SettingPage } from './setting-page.tsx';
import { areaOf, isOfContracts } from './setting-view-model.ts';
import { SettingsTable } from './settings-table.tsx';
import { TermsPage } from './terms-page.tsx';
import { TermsTable } from './terms-table.tsx';
import { nameOf } from './terms-view-model.ts';
import { Versions } from './versions.tsx';
import styles from './limits.module.css';
import { settingTexts } from './texts.ts';

const SHOWN = ['networks', 'currencies', 'contracts', 'settings', 'changes'] as const;
type Shown = (typeof SHOWN)[number];

export function LimitsScreen() {
  const { params } = useAddress();
  const { key } = params;
  const settings = useQuery(settingsQuery);
  const terms = useQuery(termsQuery);
  const subject = terms.data?.find((each) => each.key === key);
  if (subject !== undefined) return <TermsPage key={subject.key} subject={subject} />;
  const setting = settings.data?.find((each) => each.key === key);
  if (setting !== undefined) return <SettingPage key={setting.key} setting={setting} />;
  return <Lists />;
}

/** The number of announced changes, proposals and pauses. */
function useLine(subjects: readonly Subject[] | undefined): string | undefined {
  const versions = useVersions(undefined, 1);
  if (subjects === undefined || versions.data === undefined) return undefined;
  const count = (state: string) =>
    versions.data.list.filter((version) => version.state === state).length;
  const paused = subjects.flatMap(({ pausedIn, pausedOut }) =>
    [pausedIn, pausedOut].filter((pause) => pause !== null),
  );
  const { limits } = settingTexts;
  return `${limits.line(count('announced'), count('proposed'), paused.length)}. ${limits.rule}`;
}

function Lists() {
  const { params } = useAddress();
  const settings = useQuery(settingsQuery);
  const terms = useQuery(termsQuery);
  const shown = SHOWN.find((each) => each === params['show']) ?? 'networks';
  const search = params['search'] ?? '';
  const isSettings = shown === 'settings' || shown === 'contracts';
  const { limits } = settingTexts;
  const of = (kind: Subject['kind']) => terms.data?.filter((subject) => subject.kind === kind);
  const counts: Partial<Record<Shown, number | undefined>> = {
    networks: of('network')?.length,
    currencies: of('currency')?.length,
    contracts: settings.data?.filter(isOfContracts).length,
    settings: settings.data?.filter((setting) => !isOfContracts(setting)).length,
  };
  return (
    <Page
      title={texts.nav.limits}
      line={useLine(terms.data)}
      bar={
        <>
          <div className={styles.tabs}>
            <Tabs
              id="limits"
              label={limits.show}
              isFlush
              items={SHOWN.map((key) => ({
                key,
                label: (
                  <>
                    {limits.tabs[key]} <span className={styles.count}>{counts[key]}</span>
                  </>
                ),
              }))}
              value={shown}
              onChange={(show) => goTo(pages.limits, { show })}
            />
          </div>
          {shown !== 'changes' && (
            <FilterText
              key={`${shown} ${search}`}
              label={isSettings ? limits.searchSettings : limits.search}
              name="search"
              given={search}
              onFind={(text) => goTo(pages.limits, { show: shown, search: text })}
            />
          )}
        </>
      }
      foot={<KeysHint>{limits.pauseRule}</KeysHint>}
    >
      <div role="tabpanel" id="limits-panel" aria-labelledby={`limits-${shown}`}>
        {shown === 'changes' && <Versions wanted={undefined} page={pageOf(params)} />}
        {isSettings && (
          <Loaded query={settings}>
            {(list) => (
              <SettingsTable
                list={list.filter(
                  (setting) =>
                    isOfContracts(setting) === (shown === 'contracts') &&
                    matches(`${setting.name} ${areaOf(setting)}`, search),
                )}
              />
            )}
          </Loaded>
        )}
        {(shown === 'networks' || shown === 'currencies') && (
          <Loaded query={terms}>
            {(list) => (
              <TermsTable
                kind={shown === 'networks' ? 'network' : 'currency'}
                subjects={list.filter(
                  (subject) =>
                    (subject.kind === 'network') === (shown === 'networks') &&
                    matches(nameOf(subject), search),
                )}
              />
            )}
          </Loaded>
        )}
      </div>
    </Page>
  );
}

function matches(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.toLowerCase());
}
