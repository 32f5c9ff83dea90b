/** An image that the member chose: its type, size and validity. Pure except for reading it. */

const BYTES_MAX = 8 * 1024 * 1024;

export type FileFault = 'wrongType' | 'tooLarge';

/** The image as the screen shows it. */
export interface ImageFile {
  name: string;
  bytes: number;
  /** `data:image/png;base64,…` */
  dataUrl: string;
}

const SIGNATURES: Readonly<Record<string, readonly (number | undefined)[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  // "RIFF", four bytes of length, "WEBP"
  'image/webp': [0x52, 0x49, 0x46, 0x46, ...Array<undefined>(4), 0x57, 0x45, 0x42, 0x50],
};
const LONGEST = 12;

/** The image type by its first bytes; file names are unreliable. */
export function imageTypeOf(head: Uint8Array): string | undefined {
  const fits = (signature: readonly (number | undefined)[]) =>
    signature.every((byte, index) => byte === undefined || head[index] === byte);
  return Object.entries(SIGNATURES).find(([, signature]) => fits(signature))?.[0];
}

/** Returns why the file cannot be sent, or the file to send. @throws the browser's error if it cannot be read */
export async function readImageFile(file: File): Promise<FileFault | ImageFile> {
  const type = imageTypeOf(new Uint8Array(await file.slice(0, LONGEST).arrayBuffer()));
  if (type === undefined) return 'wrongType';
  if (file.size > BYTES_MAX) return 'tooLarge';
  const dataUrl = await readAsDataUrl(new Blob([file], { type }));
  return { name: file.name, bytes: file.size, dataUrl };
}

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // readAsDataURL returns a string.
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
}
