/** One setting: its current value, a form to propose a new one, and its history. */
import { GrowingField, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { openReview, pages } from '../../../kernel/pages.ts';
import { pageOf } from '../../../kernel/list-controls.tsx';
import { plainValue } from '../../../kernel/value-text.ts';
import styles from '../../../kernel/page.module.css';
import { Facts, Part, Page } from '../../../kernel/page.tsx';
import { useHasRole } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import type { Setting } from './api.ts';
import { ProposalForm } from './proposal-form.tsx';
import { Versions } from './versions.tsx';
import { settingTexts } from './texts.ts';

const back = { href: hrefOf(pages.limits, { show: 'settings' }), label: texts.nav.limits };

export function SettingPage({ setting }: { setting: Setting }) {
  const { params } = useAddress();
  const mayPropose = useHasRole('reviewer', 'approver');
  const { limits } = settingTexts;
  const facts = [
    [limits.heads.value, plainValue(JSON.parse(setting.value))],
    [limits.heads.fallback, plainValue(JSON.parse(setting.fallback))],
    [limits.range, setting.range],
  ] as const;
  return (
    <Page
      back={back}
      title={setting.key}
      line={setting.unit}
      side={
        <Part title={texts.terms.now}>
          <Facts rows={facts} />
        </Part>
      }
    >
      {mayPropose && <ProposeForm setting={setting} />}
      <Part title={limits.versions}>
        <Versions wanted={setting.key} page={pageOf(params)} />
      </Part>
    </Page>
  );
}

const LINE_MAX = 40;

function ProposeForm({ setting }: { setting: Setting }) {
  const { propose: labels } = settingTexts.limits;
  const [value, setValue] = useState(setting.value);
  const propose = useAct('POST /operator/setting/propose', () => labels.proposed);
  const Field = setting.value.length > LINE_MAX ? GrowingField : TextField;
  return (
    <ProposalForm
      title={labels.title(setting.key)}
      lead={labels.lead}
      fields={(moment) => (
        <div className={Field === TextField ? styles.pairs : styles.part}>
          <Field
            label={labels.value}
            hint={setting.range}
            name="value"
            spellCheck={false}
            required
            value={value}
            onChange={setValue}
          />
          {moment}
        </div>
      )}
      isBusy={propose.isBusy}
      onPropose={(given) => propose.run({ key: setting.key, value, ...given }, openReview)}
    />
  );
}
