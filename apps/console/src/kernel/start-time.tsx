/** The time from which a proposed change is in force. */
import { useState } from 'react';
import styles from './page.module.css';
import { texts } from './texts.ts';

const MINUTE_MS = 60_000;
const NOTICE_MS = 25 * 60 * MINUTE_MS;

/** A time as a `datetime-local` field shows it, in the operator's time zone. */
function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** The start time, in the operator's time zone, is a day and an hour from now, which covers the usual notice. */
export function useStartTime() {
  const [moment, setMoment] = useState(() => localText(Date.now() + NOTICE_MS));
  const field = (
    <label className={styles.moment}>
      {texts.startTime}
      <input
        type="datetime-local"
        name="effectiveAt"
        required
        value={moment}
        onChange={(event) => setMoment(event.currentTarget.value)}
      />
    </label>
  );
  const at = new Date(moment);
  return { field, effectiveAt: Number.isNaN(at.getTime()) ? undefined : at.toISOString() };
}
