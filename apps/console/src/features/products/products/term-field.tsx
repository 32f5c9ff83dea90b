/** One field of a product's form, drawn from its description. */
import { percentOf, ratioOf } from '@tern/money';
import { AmountField, GrowingField, Select, TextField } from '@tern/ui';
import { useId, useState } from 'react';
import pageStyles from '../../../kernel/page.module.css';
import { texts } from '../../../kernel/texts.ts';
import type { Field, Terms, TermValue } from './api.ts';
import styles from './products.module.css';
import { clockOf, minutesOf, plainTerm, unitOf } from './view-model.ts';
import { productTexts } from './texts.ts';

const MINUTE_MS = 60_000;
/** More than any asset has; the server checks the asset's own scale. */
const PLACES_MAX = 18;

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
    return <Choice field={field} value={value} error={error} onChange={onChange} />;
  const text = plainTerm(value);
  if (input === 'time' || input === 'clock') {
    return <Moment field={field} value={value} error={error} onChange={onChange} />;
  }
  const unit = unitOf(field, terms);
  if (input !== 'text' && input !== 'asset') {
    return (
      <AmountField
        label={label}
        name={name}
        required={!isOptional}
        places={input === 'count' ? 0 : PLACES_MAX}
        unit={unit === '' ? undefined : unit}
        hint={note}
        error={error}
        value={text}
        onChange={onChange}
      />
    );
  }
  const typed = (given: string) => (input === 'asset' ? given.trim().toUpperCase() : given);
  return (
    <TextField
      label={label}
      name={name}
      required={!isOptional}
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
    <AmountField
      label={field.label}
      name={field.name}
      required={!field.isOptional}
      places={PLACES_MAX}
      unit={productTexts.products.form.percent}
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

interface MomentProps {
  field: Field;
  value: TermValue;
  error: string | undefined;
  onChange: (value: TermValue) => void;
}

/** A date and time in the operator's time zone, or a time of day in UTC. */
function Moment({ field, value, error, onChange }: MomentProps) {
  const { input, label, note, name } = field;
  const text = plainTerm(value);
  const isClock = input === 'clock';
  const id = useId();
  const line = error ?? note;
  const read = (typed: string) => {
    if (isClock) return onChange(minutesOf(typed));
    onChange(typed === '' ? '' : new Date(typed).toISOString());
  };
  return (
    <label className={pageStyles.moment}>
      {isClock ? `${label}, UTC` : label}
      <input
        type={isClock ? 'time' : 'datetime-local'}
        name={name}
        value={isClock ? clockText(text) : localText(text)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={line === '' ? undefined : id}
        onChange={(event) => read(event.currentTarget.value)}
      />
      {line !== '' && (
        <span id={id} className={error === undefined ? undefined : pageStyles.wrong}>
          {line}
        </span>
      )}
    </label>
  );
}

const clockText = (minutes: string): string => (minutes === '' ? '' : clockOf(Number(minutes)));

interface ChoiceProps {
  field: Field;
  value: TermValue;
  error: string | undefined;
  onChange: (value: TermValue) => void;
}

function Choice({ field, value, error, onChange }: ChoiceProps) {
  const { form } = productTexts.products;
  if (field.input === 'flag') {
    const options = [
      { key: 'no', label: form.off },
      { key: 'yes', label: form.on },
    ];
    return (
      <Select
        label={field.label}
        name={field.name}
        error={error}
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
      error={error}
      options={[...none, ...options]}
      value={plainTerm(value)}
      onChange={onChange}
    />
  );
}

type Lang = keyof typeof texts.announcements.langs;

/** A text in several languages, one at a time. */
function TextsInput({ field, terms, error, onChange }: TermFieldProps) {
  const { form } = productTexts.products;
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
