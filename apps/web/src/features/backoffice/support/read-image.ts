/** Reads a chosen image: its type by its first bytes, its size, and its content. */

const BYTES_MAX = 8 * 1024 * 1024;
const HEAD_BYTES = 12;

export type ImageFault = 'wrongType' | 'tooLarge' | 'unreadable';

/** File names are unreliable. */
function typeOf(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  return text.startsWith('RIFF') && text.slice(8) === 'WEBP' ? 'image/webp' : undefined;
}

/** Why the file cannot be sent, or its data URL. @throws the browser's error if it cannot be read */
export async function readImage(file: File): Promise<ImageFault | { dataUrl: string }> {
  const type = typeOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (type === undefined) return 'wrongType';
  if (file.size > BYTES_MAX) return 'tooLarge';
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    // readAsDataURL returns a string.
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
  });
  reader.readAsDataURL(new Blob([file], { type }));
  return { dataUrl: await read };
}
