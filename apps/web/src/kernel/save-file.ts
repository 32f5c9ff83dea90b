/** Saves a text as a file. */

/** The object URL must outlive the click for a moment. */
const KEEP_MS = 10_000;

/** `type` is a media type with its charset. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
