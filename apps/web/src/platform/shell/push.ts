/** This browser's push subscription. Permission is asked only by `subscribe`, which a press has to start. */
import { slot } from '../storage.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** The keys are base64url. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const WORKER = '/shell-worker.js';

/** Whether the member who is logged in switched pushes on in this browser. Logout clears it. */
const isWanted = slot('push', (value): value is true => value === true);

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const base64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const targetOf = (found: PushSubscription): PushTarget => ({
  endpoint: found.endpoint,
  p256dh: base64Url(found.getKey('p256dh')),
  auth: base64Url(found.getKey('auth')),
});

/** Without asking for anything. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return isWanted.read() === true && (await subscription()) !== null ? 'on' : 'off';
}

/**
 * Asks for permission and subscribes with the server's public key; undefined if the member refused.
 * @throws Error when the browser's push service cannot be reached
 */
export async function subscribe(pushKey: string): Promise<PushTarget | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  const made = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription with the key of another server has to go first.
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  isWanted.write(true);
  return targetOf(made);
}

/** Ends this browser's subscription and returns its address; undefined if there was none. */
export async function unsubscribe(): Promise<string | undefined> {
  isWanted.write(undefined);
  if (!isSupported()) return undefined;
  const found = await subscription();
  await found?.unsubscribe();
  return found?.endpoint;
}

/** The address of this browser's subscription; undefined if there is none. */
export async function pushEndpoint(): Promise<string | undefined> {
  return isSupported() ? (await subscription())?.endpoint : undefined;
}
