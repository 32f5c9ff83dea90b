/** Whether the app is visible: hidden apps neither subscribe nor poll (spec §7). */

export function isVisible(): boolean {
  return document.visibilityState !== 'hidden';
}

export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
