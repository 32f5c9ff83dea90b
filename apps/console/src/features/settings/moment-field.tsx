/** The start time of a change, in the operator's time zone. */
import { useState } from 'react';
import styles from '../../kernel/room.module.css';

const MINUTE_MS = 60_000;
const NOTICE_MS = 25 * 60 * MINUTE_MS;

/** A time as a `datetime-local` field shows it, in the operator's time zone. */
function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** Starts at a day and an hour from now, which covers the usual notice. */
export function useMoment() {
  const [text, setText] = useState(() => localText(Date.now() + NOTICE_MS));
  return { text, setText, iso: () => new Date(text).toISOString() };
}

export function MomentField({
  label,
  moment,
}: {
  label: string;
  moment: ReturnType<typeof useMoment>;
}) {
  return (
    <label className={styles.moment}>
      {label}
      <input
        type="datetime-local"
        name="effectiveAt"
        required
        value={moment.text}
        onChange={(event) => moment.setText(event.currentTarget.value)}
      />
    </label>
  );
}
