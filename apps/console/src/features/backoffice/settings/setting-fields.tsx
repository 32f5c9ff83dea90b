/** The fields of a setting, drawn from its form: one for each value, grouped by market for payout ratios. */
import { useQuery } from '@tanstack/react-query';
import { newEntry, type SettingEntry, type SettingForm } from '@tern/protocol/operator/client';
import { Button, GrowingField, Select, TextField } from '@tern/ui';
import { useState } from 'react';
import pageStyles from '../../../kernel/page.module.css';
import { symbolsQuery } from './api.ts';
import styles from './limits.module.css';
import { boundsOf, faultOf, isNumeric, unitText } from './setting-view-model.ts';
import { settingTexts } from './texts.ts';

const { fields: labels } = settingTexts;

export interface SettingFieldsProps {
  form: SettingForm;
  entries: readonly SettingEntry[];
  onChange: (entries: SettingEntry[]) => void;
}

export function SettingFields(props: SettingFieldsProps) {
  const { form, entries, onChange } = props;
  if (form.kind === 'ratios') return <RatioFields {...props} />;
  return (
    <>
      <EntryFields {...props} shown={entries} labelOf={({ label }) => label || labels.value} />
      {form.kind === 'amounts' && (
        <Adding
          label={labels.asset}
          onAdd={(name) => {
            const asset = name.toUpperCase();
            if (entries.every((entry) => entry.name !== asset))
              onChange([...entries, newEntry('amounts', asset)]);
          }}
        />
      )}
    </>
  );
}

interface EntryFieldsProps extends SettingFieldsProps {
  /** Of the entries those that are shown here. */
  shown: readonly SettingEntry[];
  labelOf: (entry: SettingEntry) => string;
}

/** More than one in pairs. */
function EntryFields({ form, entries, shown, labelOf, onChange }: EntryFieldsProps) {
  const { min, max } = boundsOf(form);
  const hint =
    form.kind === 'hours' ? labels.hours : form.kind === 'list' ? labels.list : undefined;
  const bounds =
    isNumeric(form.kind) && shown.length === 1 && min !== '' && max !== ''
      ? labels.bounds(min, max)
      : undefined;
  return (
    <div
      className={shown.length > 1 && form.kind !== 'ratios' ? pageStyles.pairs : pageStyles.form}
    >
      {shown.map((entry) => {
        const isLong = form.kind === 'list' && entry.text.length > LINE_MAX;
        const Field = isLong ? GrowingField : TextField;
        return (
          <Field
            key={entry.name}
            label={labelOf(entry)}
            name={entry.name || 'value'}
            hint={entry.name === '' ? (bounds ?? hint) : entry.name === '0' ? hint : undefined}
            error={faultOf(form, entry)}
            spellCheck={false}
            {...(isNumeric(form.kind) ? { inputMode: 'decimal' as const } : {})}
            {...(Field === TextField && entry.unit !== '' ? { unit: unitText(entry.unit) } : {})}
            value={entry.text}
            onChange={(text: string) =>
              onChange(entries.map((each) => (each.name === entry.name ? { ...each, text } : each)))
            }
          />
        );
      })}
    </div>
  );
}

const LINE_MAX = 40;
const marketOf = ({ name }: SettingEntry) => (name.includes('/') ? name.split('/')[0]! : '');
const durationOf = ({ name }: SettingEntry) => name.split('/').at(-1)!;

/** The ratios of all markets, then each market with its own: empty where it has that of all. */
function RatioFields(props: SettingFieldsProps) {
  const { entries, onChange } = props;
  const { data: symbols = [] } = useQuery(symbolsQuery);
  const markets = [...new Set(entries.map(marketOf))].filter((market) => market !== '');
  const usual = entries.filter((entry) => marketOf(entry) === '');
  const others = symbols.filter((symbol) => !markets.includes(symbol));
  const add = (names: readonly string[]) => {
    const fresh = names.filter((name) => entries.every((entry) => entry.name !== name));
    onChange([...entries, ...fresh.map((name) => newEntry('ratios', name))]);
  };
  return (
    <>
      <div className={styles.markets}>
        {['', ...markets].map((market) => (
          <fieldset key={market} className={pageStyles.choices}>
            <legend>{market === '' ? labels.allMarkets : market.toUpperCase()}</legend>
            <EntryFields
              {...props}
              shown={entries.filter((entry) => marketOf(entry) === market)}
              labelOf={(entry) => `${durationOf(entry)} s`}
            />
          </fieldset>
        ))}
      </div>
      <Adding label={labels.seconds} isNumber onAdd={(seconds) => add([seconds])} />
      {others.length > 0 && (
        <Select
          label={labels.market}
          options={[
            { key: '', label: labels.chooseMarket },
            ...others.map((key) => ({ key, label: key.toUpperCase() })),
          ]}
          value=""
          onChange={(market) => {
            if (market !== '') add(usual.map((entry) => `${market}/${durationOf(entry)}`));
          }}
        />
      )}
    </>
  );
}

interface AddingProps {
  label: string;
  isNumber?: boolean;
  onAdd: (name: string) => void;
}

/** Adds a value under a name. */
function Adding({ label, isNumber = false, onAdd }: AddingProps) {
  const [name, setName] = useState('');
  const given = name.trim();
  const isValid = isNumber ? /^[1-9]\d{0,4}$/.test(given) : /^[A-Za-z0-9]{2,12}$/.test(given);
  return (
    <div className={styles.adding}>
      <TextField label={label} value={name} onChange={setName} />
      <Button
        isDisabled={!isValid}
        onPress={() => {
          onAdd(given);
          setName('');
        }}
      >
        {labels.add}
      </Button>
    </div>
  );
}
