/** The port to private files: bytes under secret names. */

export interface Files {
  /** Resolves when the bytes are stored durably. Fails with: a thrown error otherwise. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. Fails with: a thrown error when that is unknown. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>;
}

const NAME = /^[\w-]{8,64}$/;

/** Prevents names that lead out of the folder. Fails with: a thrown error, which is a bug of ours. */
export function assertFileName(name: string): void {
  if (!NAME.test(name)) throw new Error('not a name of a file');
}
