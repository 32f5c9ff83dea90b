/**
 * The kinds of notices. A feature declares its own with `defineNotices` and merges them into `NoticeCatalogue`:
 * values of the texts, category, channels, and the page a notice opens.
 */

/** What members switch on and off in their preferences. */
export const noticeCategories = [
  'security',
  'money',
  'loans',
  'contracts',
  'spot',
  'yield',
  'rewards',
  'service',
  'news',
] as const;
export type NoticeCategory = (typeof noticeCategories)[number];

/** How a notice leaves the app. In the app it is always listed. */
export const noticeChannels = ['push', 'email'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

interface CategoryChannel {
  /** Until the member changes it. */
  isOn: boolean;
  /** Cannot be switched off; the table refuses it too. */
  isLocked: boolean;
}

const on = { isOn: true, isLocked: false };
const off = { isOn: false, isLocked: false };
const locked = { isOn: true, isLocked: true };

/** Security stays on, and due dates of loans also come by email. Orders that rest are forgotten: their fills come to devices. */
export const categoryChannels: Readonly<
  Record<NoticeCategory, Readonly<Record<NoticeChannel, CategoryChannel>>>
> = {
  security: { push: locked, email: locked },
  money: { push: on, email: on },
  loans: { push: on, email: locked },
  contracts: { push: on, email: off },
  spot: { push: on, email: off },
  yield: { push: off, email: off },
  rewards: { push: off, email: off },
  service: { push: on, email: on },
  news: { push: on, email: off },
};

/**
 * How a value is stored and printed: an exact decimal; a list such as `10000 USDT, 0.1 BTC`; a moment or a UTC date in
 * ISO 8601; what a member reads of a decision, as the key of its text; a network address; plain text.
 */
export type NoticeValue = 'amount' | 'amounts' | 'moment' | 'date' | 'reason' | 'address' | 'text';

export interface NoticeDescription {
  /** Absent: the category of its record, for notices of reviews. */
  category?: NoticeCategory;
  /** By name; a name that ends with `?` may be absent. */
  values: Readonly<Record<string, NoticeValue>>;
  /** The account may be at risk, or the member has to act. */
  isUrgent?: true;
  /** The page that it opens where it has no record: `/pages/user/keys`. */
  page?: string;
  /** Absent: both. Without `email` where the feature sends its own one. */
  channels?: readonly NoticeChannel[];
}

/** A kind of record that notices link to. */
export interface NoticeRecord {
  category: NoticeCategory;
  /** Its page, which takes the record's id as `id`. */
  page: string;
}

/** Features merge theirs: `interface NoticeCatalogue { loan: typeof loanNotices }`. */
export interface NoticeCatalogue {}

type Merged<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Definitions = Merged<NoticeCatalogue[keyof NoticeCatalogue]>;

export type NoticeKind = Extract<keyof Definitions, string>;

type Required<Names> = { [N in keyof Names as N extends `${string}?` ? never : N]: string };
type Optional<Names> = { [N in keyof Names as N extends `${infer Name}?` ? Name : never]?: string };
type ValuesOf<D> = D extends { values: infer Names } ? Required<Names> & Optional<Names> : never;

/** The values of a kind's texts, as strings. */
export type NoticeValues<K extends NoticeKind> = ValuesOf<Definitions[K]>;

const descriptions = new Map<string, NoticeDescription>();
const records = new Map<string, NoticeRecord>();

/** Declares a feature's kinds of notices, each named `<family>.<event>`. @throws Error for a second one of a name */
export function defineNotices<const D extends Readonly<Record<string, NoticeDescription>>>(
  definitions: D,
): D {
  for (const [kind, description] of Object.entries(definitions)) {
    if (descriptions.has(kind)) throw new Error(`notices of kind ${kind} are declared twice`);
    descriptions.set(kind, description);
  }
  return definitions;
}

/** Declares a kind of record that notices link to, by the name that `about.kind` has. */
export function defineNoticeRecord(kind: string, record: NoticeRecord): void {
  if (records.has(kind)) throw new Error(`records of kind ${kind} are declared twice`);
  records.set(kind, record);
}

/** @throws Error for a kind that no feature declared */
export function describeNotice(kind: string): NoticeDescription {
  const description = descriptions.get(kind);
  if (description === undefined) throw new Error(`no feature declares notices of kind ${kind}`);
  return description;
}

/** Every declared kind. */
export const noticeKinds = (): readonly string[] => [...descriptions.keys()];

/** The categories in which some feature declares notices. */
export function usedCategories(): NoticeCategory[] {
  const used = new Set(
    [...descriptions.values(), ...records.values()].map((each) => each.category),
  );
  return noticeCategories.filter((category) => used.has(category));
}

/** @throws Error where neither the kind nor its record has a category */
export function categoryOf(kind: string, about: string): NoticeCategory {
  const category = describeNotice(kind).category ?? records.get(about)?.category;
  if (category === undefined) {
    throw new Error(
      `notices of kind ${kind} need a record; declare "${about}" with defineNoticeRecord`,
    );
  }
  return category;
}

/** Whether notices of this kind leave the app by each channel, until the member changes it; null: never. */
export function defaultsOf(
  kind: string,
  category: NoticeCategory,
): Record<NoticeChannel, boolean | null> {
  const { channels = noticeChannels } = describeNotice(kind);
  const isOn = (channel: NoticeChannel) =>
    channels.includes(channel) ? categoryChannels[category][channel].isOn : null;
  return { push: isOn('push'), email: isOn('email') };
}

/** The page that a notice opens, with its query, such as `/pages/bitcoin/loanHistory?id=7`; null for none. */
export function linkOf({
  kind,
  about,
  aboutId,
}: {
  kind: string;
  about: string;
  aboutId: number;
}): string | null {
  const record = records.get(about);
  if (record === undefined || aboutId === 0) return describeNotice(kind).page ?? null;
  return `${record.page}${record.page.includes('?') ? '&' : '?'}id=${aboutId}`;
}

/** The notices of some categories, as conditions on kind and record. */
export interface CategoryFilter {
  /** These kinds. */
  kinds: string[];
  /** And these, if they are about one of `abouts`. */
  recordKinds: string[];
  abouts: string[];
}

/** Which stored notices belong to these categories. */
export function filterOf(categories: readonly NoticeCategory[]): CategoryFilter {
  const isIn = (category: NoticeCategory | undefined) =>
    category !== undefined && categories.includes(category);
  const all = [...descriptions];
  return {
    kinds: all.filter(([, { category }]) => isIn(category)).map(([kind]) => kind),
    recordKinds: all.filter(([, { category }]) => category === undefined).map(([kind]) => kind),
    abouts: [...records].filter(([, { category }]) => isIn(category)).map(([kind]) => kind),
  };
}

/** The act of a notice about a decision, as in `memberMessages`: its usual message stands for what operators wrote before. */
export function actOfNotice({ kind, about }: { kind: string; about: string }): string {
  const [family, step = ''] = kind.split('.');
  if (kind === 'review.held') return 'hold';
  if (family === 'review') return `reject.${about}`;
  if (family === 'withdrawal') return 'approve.verdict';
  return step === 'credit' || step === 'debit' ? 'approve.manual' : step;
}
