/** One field of a product's form, drawn from its description. */
import { GrowingField, Select, TextField } from '@tern/ui';
import { useState } from 'react';
import room from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import type { Field, Terms, TermValue } from './api.ts';
import styles from './products.module.css';
import { percentOf, plainTerm, ratioOf, unitOf } from './view-model.ts';

const MINUTE_MS = 60_000;

/** A time as a `datetime-local` field shows it, in the operator's time zone. */
function localText(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

export interface TermFieldProps {
  field: Field;
  /** All terms of the form: a unit may be another term. */
  terms: Terms;
  /** The server's sentence about this field. */
  error: string | undefined;
  onChange: (value: TermValue) => void;
}

export function TermInput({ field, terms, error, onChange }: TermFieldProps) {
  const { input, label, note, name, isOptional } = field;
  const value = terms[name] ?? '';
  if (input === 'texts') {
    return <TextsInput field={field} terms={terms} error={error} onChange={onChange} />;
  }
  if (input === 'flag' || input === 'choice')
    return <Choice field={field} value={value} onChange={onChange} />;
  const text = plainTerm(value);
  if (input === 'time') {
    return (
      <label className={room.moment}>
        {label}
        <input
          type="datetime-local"
          name={name}
          value={localText(text)}
          onChange={({ currentTarget: { value: local } }) =>
            onChange(local === '' ? '' : new Date(local).toISOString())
          }
        />
        {(error ?? note) !== '' && <span>{error ?? note}</span>}
      </label>
    );
  }
  const isNumber = input !== 'text' && input !== 'asset';
  const unit = unitOf(field, terms);
  const typed = (given: string) => (input === 'asset' ? given.trim().toUpperCase() : given);
  return (
    <TextField
      label={label}
      name={name}
      required={!isOptional}
      {...(isNumber ? { inputMode: 'decimal' as const } : {})}
      {...(unit === '' ? {} : { unit })}
      hint={note}
      error={error}
      value={text}
      onChange={(given) => onChange(typed(given))}
    />
  );
}

/** A rate is typed in percent: the typed text stays until the ratio changes from outside. */
export function RateInput({ field, terms, error, onChange }: TermFieldProps) {
  const ratio = plainTerm(terms[field.name]);
  const [typed, setTyped] = useState(() => percentOf(ratio));
  return (
    <TextField
      label={field.label}
      name={field.name}
      required={!field.isOptional}
      inputMode="decimal"
      unit={texts.products.form.percent}
      hint={field.note}
      error={error}
      value={typed}
      onChange={(given) => {
        setTyped(given);
        onChange(ratioOf(given));
      }}
    />
  );
}

interface ChoiceProps {
  field: Field;
  value: TermValue;
  onChange: (value: TermValue) => void;
}

function Choice({ field, value, onChange }: ChoiceProps) {
  const { form } = texts.products;
  if (field.input === 'flag') {
    const options = [
      { key: 'no', label: form.off },
      { key: 'yes', label: form.on },
    ];
    return (
      <Select
        label={field.label}
        name={field.name}
        options={options}
        value={value === true ? 'yes' : 'no'}
        onChange={(chosen) => onChange(chosen === 'yes')}
      />
    );
  }
  const none = field.isOptional ? [{ key: '', label: form.pick }] : [];
  const options = field.choices.map((choice) => ({ key: choice.value, label: choice.label }));
  return (
    <Select
      label={field.label}
      name={field.name}
      options={[...none, ...options]}
      value={plainTerm(value)}
      onChange={onChange}
    />
  );
}

type Lang = keyof typeof texts.announcements.langs;

/** A text in several languages, one at a time. */
function TextsInput({ field, terms, error, onChange }: TermFieldProps) {
  const { form } = texts.products;
  const { langs } = texts.announcements;
  const [lang, setLang] = useState<Lang>('en');
  const given = terms[field.name];
  const written = typeof given === 'object' && given !== null ? given : {};
  const options = (Object.keys(langs) as Lang[]).map((key) => ({
    key,
    label: written[key] ? `${langs[key]} ✓` : langs[key],
  }));
  return (
    <div className={styles.texts}>
      <Select label={form.language} options={options} value={lang} onChange={setLang} />
      <GrowingField
        label={`${field.label}, ${langs[lang]}`}
        name={field.name}
        hint={form.english}
        error={error}
        value={written[lang] ?? ''}
        onChange={(text) => onChange({ ...written, [lang]: text })}
      />
    </div>
  );
}
