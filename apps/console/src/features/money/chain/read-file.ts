/** Reads a chosen file for a call. */

/** In base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  // More arguments than this would not fit on the stack.
  for (let at = 0; at < bytes.length; at += PART) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PART));
  }
  return btoa(binary);
}

const PART = 8192;
