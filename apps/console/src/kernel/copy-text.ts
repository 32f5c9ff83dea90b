/** Copies a text and says so; the browser may refuse. */
import { showToast } from '@tern/ui';
import { texts } from './texts.ts';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(texts.copied, 'done');
  } catch {
    showToast(texts.copyFailed, 'error');
  }
}
