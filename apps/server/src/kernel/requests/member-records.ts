/** Records of a member as a conversation or a list of all kinds shows them: each feature offers its own kind. */
import { type Amount, formatDecimal } from '@tern/money';
import type { RecordCard, RecordKind } from '@tern/protocol';
import { isoTime } from '../../platform/clock.ts';
import type { Reader } from '../../platform/database/database.ts';

export interface MemberRecord {
  id: number;
  /** D-20418 */
  recordNo: string;
  /** Null for both: of a verification. */
  asset: string | null;
  amount: Amount | null;
  state: RecordCard['state'];
  /** Epoch ms. */
  createdAt: number;
  /** The member can cancel it on its page now. */
  canCancel: boolean;
  /** Its page in the members' app, which takes the id as `id`. */
  page: string;
}

/** One kind of records. Both reads give records of this member only. */
export interface RecordSource {
  kind: RecordKind;
  /** Newest first. */
  list(reader: Reader, memberId: number, limit: number): Promise<MemberRecord[]>;
  /** Undefined for an absent record or another member's. */
  find(reader: Reader, memberId: number, id: number): Promise<MemberRecord | undefined>;
  /** The member whose record has this id. */
  ownerOf(reader: Reader, id: number): Promise<number | undefined>;
}

/** A record by its kind and id. */
export interface RecordRef {
  kind: RecordKind;
  id: number;
}

/** The kinds of records that a deployment has. */
export class MemberRecords {
  private readonly sources: ReadonlyMap<RecordKind, RecordSource>;

  constructor(sources: readonly RecordSource[]) {
    this.sources = new Map(sources.map((source) => [source.kind, source]));
  }

  /** The newest `limit` of one kind, or of all. */
  async latest(
    reader: Reader,
    memberId: number,
    { kind, limit }: { kind: RecordKind | undefined; limit: number },
  ): Promise<RecordCard[]> {
    const chosen = [...this.sources.values()].filter(
      (source) => kind === undefined || source.kind === kind,
    );
    const lists = await Promise.all(
      chosen.map(async (source) =>
        (await source.list(reader, memberId, limit)).map((record) => cardOf(source.kind, record)),
      ),
    );
    const all = lists.flat();
    all.sort((left, right) => (left.CreatedAt < right.CreatedAt ? 1 : -1));
    return all.slice(0, limit);
  }

  /** Undefined for an absent record or another member's. */
  async find(
    reader: Reader,
    memberId: number,
    { kind, id }: RecordRef,
  ): Promise<RecordCard | undefined> {
    const record = await this.sources.get(kind)?.find(reader, memberId, id);
    return record === undefined ? undefined : cardOf(kind, record);
  }

  /** A record of any member, with its owner; undefined for a kind without records, too. */
  async findOwned(
    reader: Reader,
    { kind, id }: { kind: string; id: number },
  ): Promise<OwnedRecord | undefined> {
    const source = this.sources.get(kind as RecordKind);
    const memberId = await source?.ownerOf(reader, id);
    if (source === undefined || memberId === undefined) return undefined;
    const record = await source.find(reader, memberId, id);
    return record === undefined ? undefined : { ...cardOf(source.kind, record), memberId };
  }

  /** Records with this number, of any member: "D-20418", "C77", or the digits alone, which several kinds may have. */
  async numbered(reader: Reader, typed: string): Promise<OwnedRecord[]> {
    const [, letters = '', digits] = LETTERS_AND_DIGITS.exec(typed) ?? [];
    if (digits === undefined) return [];
    const id = Number(digits);
    const found = await Promise.all(
      [...this.sources.keys()].map((kind) => this.findOwned(reader, { kind, id })),
    );
    return found.filter(
      (record) =>
        record !== undefined &&
        (letters === '' || /^[A-Z]*/.exec(record.recordNo)?.[0] === letters.toUpperCase()),
    ) as OwnedRecord[];
  }
}

/** A record with the member whose it is. */
export type OwnedRecord = RecordCard & { memberId: number };

const LETTERS_AND_DIGITS = /^([a-z]{0,2})-?0*(\d{1,15})$/i;

function cardOf(kind: RecordKind, record: MemberRecord): RecordCard {
  const { id, recordNo, asset, amount, state, createdAt, canCancel, page } = record;
  return {
    kind,
    ID: id,
    recordNo,
    asset,
    amount: amount === null ? null : formatDecimal(amount),
    state,
    CreatedAt: isoTime(createdAt),
    canCancel,
    link: `${page}${page.includes('?') ? '&' : '?'}id=${id}`,
  };
}
