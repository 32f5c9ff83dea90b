/** Dependencies of files of closed days. */
import type { DayFileKind } from '@tern/protocol/operator';
import type { FileSource } from '../../../../kernel/files-of-days/file-source.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { DayCloseDeps } from '../deps.ts';

export interface DayFileDeps extends DayCloseDeps {
  readonly sources: Readonly<Record<DayFileKind, FileSource>>;
  /** The verified names of members. */
  namesOf(
    reader: Reader,
    memberIds: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly name: string }>>;
  /** The evidence key; only after the start. */
  signer(): { readonly keyId: number; sign(text: string): Buffer };
}
