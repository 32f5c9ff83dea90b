/** The port to a folder into which other programs, or people, put files that this instance takes over. */
export interface WatchedFolder {
  /** Whole files that were not read yet, by name, so that numbered files follow each other. */
  waiting(): Promise<readonly string[]>;
  /** Undefined for a file that is too large. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Puts the file away, in place of an earlier one of its name; with a fault, beside a file that says so. */
  putAway(name: string, fault: string | null): Promise<void>;
}
