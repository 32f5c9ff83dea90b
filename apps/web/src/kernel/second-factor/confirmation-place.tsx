/** Draws the confirmation sheet over any page; its script and texts load when a call needs them. */
import { type ComponentType, useEffect, useState } from 'react';
import { loadArea } from '../../platform/i18n/texts.ts';
import { useWaitingCall, type WaitingCall } from './confirmation-requests.ts';

type Sheet = ComponentType<{ waiting: WaitingCall }>;

async function load(): Promise<Sheet> {
  const [{ ConfirmationSheet }] = await Promise.all([
    import('./confirmation-sheet.tsx'),
    loadArea('second-factor'),
  ]);
  return ConfirmationSheet;
}

export function ConfirmationPlace() {
  const waiting = useWaitingCall();
  const [Loaded, setLoaded] = useState<Sheet>();
  useEffect(() => {
    // Without a connection the call cannot be confirmed: it fails as refused, and the form keeps its input.
    if (!waiting || Loaded) return;
    load().then(
      (sheet) => setLoaded(() => sheet),
      () => waiting.answer(undefined),
    );
  }, [waiting, Loaded]);
  if (!waiting || !Loaded) return null;
  return <Loaded key={waiting.request.confirmationId} waiting={waiting} />;
}
