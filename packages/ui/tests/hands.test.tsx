/** @vitest-environment happy-dom */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { draw, fill, leave, press } from './hands.tsx';

/** Draws its controls anew in the task after they appeared, as a page does whose script has arrived. */
function Replaced({ onPress, onText }: { onPress?: () => void; onText?: (text: string) => void }) {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    setImmediate(() => flushSync(() => setVersion(1)));
  }, []);
  return (
    <form key={version}>
      <button type="button" onClick={onPress}>
        Back
      </button>
      <input aria-label="Amount" value="" onChange={({ target }) => onText?.(target.value)} />
    </form>
  );
}

test('a control that is drawn anew while it is found is pressed', async () => {
  onTestFinished(leave);
  const onPress = vi.fn();
  draw(<Replaced onPress={onPress} />);
  await press('Back');
  expect(onPress).toHaveBeenCalledOnce();
});

test('a field that is drawn anew while it is found is filled', async () => {
  onTestFinished(leave);
  const onText = vi.fn();
  draw(<Replaced onText={onText} />);
  await fill('Amount', '12');
  expect(onText).toHaveBeenCalledExactlyOnceWith('12');
});
