/** Draws the confirmation sheet over any page; its script and texts load when a call needs them. */
import { useEffect, useState } from 'react';
import { loadArea } from '../../platform/i18n/texts.ts';
import { useWaitingCall } from './confirmation-requests.ts';

type Loaded = typeof import('./confirmation-sheet.tsx');

async function load(): Promise<Loaded> {
  const [loaded] = await Promise.all([
    import('./confirmation-sheet.tsx'),
    loadArea('second-factor'),
  ]);
  return loaded;
}

export function ConfirmationPlace() {
  const waiting = useWaitingCall();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    // Without a connection the call cannot be confirmed: it fails as refused, and the form keeps its input.
    if (waiting && !loaded) load().then(setLoaded, () => waiting.answer(undefined));
  }, [waiting, loaded]);
  if (!waiting || !loaded) return null;
  return <loaded.ConfirmationSheet key={waiting.request.confirmationId} waiting={waiting} />;
}
