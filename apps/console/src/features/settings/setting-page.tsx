/** One setting: its current value, a form to propose a new one, and its history. */
import { Button, GrowingField, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { openReview, pages } from '../../kernel/pages.ts';
import { pageOf } from '../../kernel/list-controls.tsx';
import { plainValue } from '../../kernel/value-text.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { Facts, Part, Room } from '../../kernel/room.tsx';
import { useHasRole } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../platform/address.ts';
import type { Setting } from './api.ts';
import { MomentField, useMoment } from './moment-field.tsx';
import { Versions } from './versions.tsx';

const back = { href: hrefOf(pages.limits, { show: 'settings' }), label: texts.nav.limits };

export function SettingPage({ setting }: { setting: Setting }) {
  const { params } = useAddress();
  const mayPropose = useHasRole('reviewer', 'approver');
  const { limits } = texts;
  const facts = [
    [limits.heads.value, plainValue(JSON.parse(setting.value))],
    [limits.heads.fallback, plainValue(JSON.parse(setting.fallback))],
  ] as const;
  return (
    <Room
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
    </Room>
  );
}

const LINE_MAX = 40;

function ProposeForm({ setting }: { setting: Setting }) {
  const { propose: labels } = texts.limits;
  const [value, setValue] = useState(setting.value);
  const moment = useMoment();
  const [reason, setReason] = useState('');
  const propose = useAct('POST /operator/setting/propose', () => labels.proposed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { key: setting.key, value, effectiveAt: moment.iso(), reason: reason.trim() };
    propose.run(input, openReview);
  };
  const Field = setting.value.length > LINE_MAX ? GrowingField : TextField;
  return (
    <Part title={labels.title(setting.key)}>
      <p className={styles.quiet}>{labels.lead}</p>
      <form className={styles.form} onSubmit={submit}>
        <div className={Field === TextField ? styles.pairs : styles.part}>
          <Field
            label={labels.value}
            name="value"
            spellCheck={false}
            required
            value={value}
            onChange={setValue}
          />
          <MomentField label={labels.from} moment={moment} />
        </div>
        <ReasonField
          label={labels.reason}
          hint={labels.reasonHint}
          value={reason}
          onChange={setReason}
        />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary" isBusy={propose.isBusy}>
            {labels.submit}
          </Button>
        </div>
      </form>
    </Part>
  );
}
