/** The size of a file in megabytes, as text. */

const BYTES_PER_MEGABYTE = 1024 * 1024;
const TENTHS = 10;

/** "1.2" for 1.2 MB: tenths, rounded up, so that no file shows 0. */
export function megabytesOf(bytes: number): string {
  const tenths = Math.ceil((bytes * TENTHS) / BYTES_PER_MEGABYTE);
  return `${Math.floor(tenths / TENTHS)}.${tenths % TENTHS}`;
}
