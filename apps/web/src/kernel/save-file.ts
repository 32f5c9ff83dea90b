/** Saves files: a text, or what an address answers. */

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

/** Lets the browser save what an address of our server answers. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
