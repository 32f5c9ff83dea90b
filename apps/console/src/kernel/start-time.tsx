/** Times that an operator chooses, in their time zone: the time from which a proposed change is in force, and others. */
import { useState } from 'react';
import styles from './page.module.css';
import { texts } from './texts.ts';

const MINUTE_MS = 60_000;
const NOTICE_MS = 25 * 60 * MINUTE_MS;

/** A time as a `datetime-local` field shows it, in the operator's time zone. */
function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

interface MomentFieldProps {
  label: string;
  name: string;
  /** As the field shows it; '' for none. */
  value: string;
  onChange(text: string): void;
}

function MomentField({ label, name, value, onChange }: MomentFieldProps) {
  return (
    <label className={styles.moment}>
      {label}
      <input
        type="datetime-local"
        name={name}
        required
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

interface IsoFieldProps {
  label: string;
  name: string;
  /** ISO text; '' for none. */
  value: string;
  onChange(iso: string): void;
}

/** A field for a time that is kept elsewhere. */
export function TimeField({ label, name, value, onChange }: IsoFieldProps) {
  const at = Date.parse(value);
  return (
    <MomentField
      label={label}
      name={name}
      value={Number.isNaN(at) ? '' : localText(at)}
      onChange={(text) => {
        const chosen = new Date(text);
        onChange(Number.isNaN(chosen.getTime()) ? '' : chosen.toISOString());
      }}
    />
  );
}

interface MomentGiven {
  label: string;
  name: string;
  /** What the field has first: so long from now. Units: milliseconds. */
  inMs: number;
}

/** A field for a time; `at` as ISO text, undefined while it is none. */
export function useMoment({ label, name, inMs }: MomentGiven) {
  const [moment, setMoment] = useState(() => localText(Date.now() + inMs));
  const field = <MomentField label={label} name={name} value={moment} onChange={setMoment} />;
  const at = new Date(moment);
  return { field, at: Number.isNaN(at.getTime()) ? undefined : at.toISOString() };
}

/** The start time is a day and an hour from now, which covers the usual notice. */
export function useStartTime() {
  const { field, at } = useMoment({
    label: texts.startTime,
    name: 'effectiveAt',
    inMs: NOTICE_MS,
  });
  return { field, effectiveAt: at };
}
