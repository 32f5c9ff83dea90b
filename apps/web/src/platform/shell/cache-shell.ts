/** Lets the service worker cache the app's files once the first page has loaded (ADR 35). */
import type { Language } from '../i18n/languages.ts';
import type { KeepTexts } from './shell-worker.ts';

const WORKER = '/shell-worker.js';
/** The longest wait for a busy page. */
const IDLE_LIMIT_MS = 5_000;

interface Line {
  saveData?: boolean;
}

/** Data saver is on: load nothing ahead. */
const savesData = (): boolean => (navigator as { connection?: Line }).connection?.saveData === true;

/** Caches the app and the texts of this language; called again when the language changes. Fails silently. */
export function cacheShell(language: Language): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1));
  idle(() => void register(language).catch(() => undefined), { timeout: IDLE_LIMIT_MS });
}

async function register(language: Language): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ language } satisfies KeepTexts);
}
