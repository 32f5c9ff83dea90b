/** Has the browser keep the app's own files, once the first page is done with the line (ADR 35). */
import type { Language } from '../i18n/languages.ts';
import type { KeepTexts } from './shell-worker.ts';

const WORKER = '/shell-worker.js';
/** A busy page is not waited for longer than this. */
const IDLE_LIMIT_MS = 5_000;

interface Line {
  saveData?: boolean;
}

/** The member asked the browser to save data: then nothing is loaded ahead. */
const savesData = (): boolean => (navigator as { connection?: Line }).connection?.saveData === true;

/** Keeps the app and the texts of this language; called again when the language changes. Says nothing when it cannot. */
export function keepShell(language: Language): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1));
  idle(() => void register(language).catch(() => undefined), { timeout: IDLE_LIMIT_MS });
}

async function register(language: Language): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ language } satisfies KeepTexts);
}
