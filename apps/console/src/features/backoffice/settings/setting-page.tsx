/** One setting: what it does, its value, a form to propose another one, and its history. */
import { documentOf, entriesOf, type SettingForm } from '@tern/protocol/operator/client';
import { Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { openReview, pages } from '../../../kernel/pages.ts';
import { pageOf } from '../../../kernel/list-controls.tsx';
import { Facts, Part, Page } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import type { Setting } from './api.ts';
import { ProposalForm } from './proposal-form.tsx';
import { ChangeTable, linesBetween, MemberPreview } from './setting-change.tsx';
import { SettingFields } from './setting-fields.tsx';
import { faultOf, isOfContracts, namedValues } from './setting-view-model.ts';
import { Versions } from './versions.tsx';
import { settingTexts } from './texts.ts';

export function SettingPage({ setting }: { setting: Setting }) {
  const { params } = useAddress();
  const mayPropose = usePermission('terms.propose');
  const { limits } = settingTexts;
  const { form, value, fallback, range } = setting;
  const show = isOfContracts(setting) ? 'contracts' : 'settings';
  // A version in force is undone by proposing what it replaced.
  const [restored, restore] = useState<string>();
  return (
    <Page
      back={{ href: hrefOf(pages.limits, { show }), label: texts.nav.limits }}
      title={setting.name}
      line={setting.effect}
      side={
        <>
          <Part title={texts.terms.now}>
            <Values form={form} json={value} />
          </Part>
          {value !== fallback && (
            <Part title={limits.heads.fallback}>
              <Values form={form} json={fallback} />
            </Part>
          )}
          <Part title={limits.range}>
            <Text size="label" tone="soft">
              {range}
            </Text>
          </Part>
        </>
      }
    >
      {mayPropose && (
        <ProposeSetting key={restored} setting={setting} begun={restored ?? setting.value} />
      )}
      <Part title={limits.versions}>
        <Versions
          wanted={setting.key}
          page={pageOf(params)}
          {...(mayPropose ? { onRestore: restore } : {})}
        />
      </Part>
    </Page>
  );
}

/** One line for each value. */
function Values({ form, json }: { form: SettingForm; json: string }) {
  const rows = namedValues(form, json).map(
    ([name, value]) => [name || settingTexts.fields.value, value] as const,
  );
  return <Facts rows={rows} />;
}

/** `begun`: the document that the fields start with, JSON. */
function ProposeSetting({ setting, begun }: { setting: Setting; begun: string }) {
  const { propose: labels } = settingTexts.limits;
  const { key, form } = setting;
  const inForce = entriesOf(form, JSON.parse(setting.value) as unknown);
  const [entries, setEntries] = useState(() => entriesOf(form, JSON.parse(begun) as unknown));
  const propose = useAct('POST /operator/setting/propose', () => labels.proposed);
  const isFaulty = entries.some((entry) => faultOf(form, entry) !== undefined);
  const value = JSON.stringify(documentOf(form, entries));
  const lines = isFaulty ? [] : linesBetween(form, setting.value, value);
  const undo = (what: string) => {
    const was = inForce.find(({ label }) => label === what);
    const others = entries.filter(({ label }) => label !== what);
    if (was === undefined) return setEntries(others);
    const isShown = entries.length !== others.length;
    setEntries(
      isShown ? entries.map((each) => (each.label === what ? was : each)) : [...entries, was],
    );
  };
  return (
    <ProposalForm
      title={labels.title}
      lead={labels.lead}
      fields={(moment) => (
        <>
          <SettingFields form={form} entries={entries} onChange={setEntries} />
          {moment}
        </>
      )}
      summary={({ message, effectiveAt }) => (
        <>
          {isFaulty ? (
            <Text size="label" tone="soft">
              {labels.faulty}
            </Text>
          ) : (
            <ChangeTable setting={setting} lines={lines} onUndo={undo} />
          )}
          {lines.length > 0 && (
            <MemberPreview
              setting={setting}
              lines={lines}
              message={message}
              effectiveAt={effectiveAt}
            />
          )}
        </>
      )}
      isBusy={propose.isBusy}
      isDisabled={lines.length === 0}
      onPropose={(given) => propose.run({ key, value, ...given }, openReview)}
    />
  );
}
