/** Wire of writing to members: drafts in fourteen languages, proposed by one person, published once another agrees (ADR 26). */
import { type Static, Type } from 'typebox';
import { ArticleCate, Block } from '../announcement.ts';
import { defineCall, type OperatorRole } from '../call.ts';
import { Fields, Id, IdIn, ListOf, NoData, pageFields, Time } from '../fields.ts';

/** Prefixes of the fourteen languages (spec §1). */
const Lang = () =>
  Type.String({ pattern: '^(de|en|es|ru|pt|fr|it|id|jp|kr|tr|vn|zh|tw)$', description: 'prefix' });
const Title = () => Type.String({ maxLength: 120 });
const Body = () =>
  Type.String({
    maxLength: 5_000,
    description: '"# " begins a heading, "- " an item; **strong**, [words](https://…)',
  });
const Reason = () => Type.String({ minLength: 1, maxLength: 500 });
const Revision = () =>
  Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'of the draft as it was read; 5033 for an older one',
  });

const Coming = Type.Object({
  state: Type.Union([Type.Literal('proposed'), Type.Literal('scheduled')]),
  publishAt: Type.Union([Time('when it shall appear'), Type.Null()], {
    description: 'null: as soon as it is agreed',
  }),
  reviewId: Id(),
});

const row = {
  ID: Id(),
  CreatedAt: Time('when it was begun'),
  cate: ArticleCate(),
  title: Type.String({ description: 'English, of the draft' }),
  langs: Type.Array(Type.String(), { description: 'in which the draft is written' }),
  publishedAt: Type.Union([Time(), Type.Null()], { description: 'null: members do not see it' }),
  coming: Type.Union([Coming, Type.Null()]),
};

export const AnnouncementDraft = Type.Object({
  ...row,
  revision: Revision(),
  texts: Type.Array(
    Type.Object({
      lang: Lang(),
      title: Type.String(),
      body: Type.String(),
      blocks: Type.Array(Block),
      isPublished: Type.Boolean({ description: 'members read exactly these words now' }),
    }),
  ),
  editions: Type.Array(
    Type.Object({
      ID: Id(),
      CreatedAt: Time(),
      state: Type.String({
        description: 'proposed, agreed, published, replaced, rejected, takenBack',
      }),
      publishAt: Type.Union([Time(), Type.Null()]),
      reason: Type.String(),
      proposedBy: Type.String({ description: 'empty: came with the program' }),
      langs: Type.Array(Type.String()),
    }),
    { description: 'what was proposed, newest first' },
  ),
});
export type AnnouncementDraft = Static<typeof AnnouncementDraft>;

const readers: readonly OperatorRole[] = ['content', 'approver', 'auditor'];
const writers: readonly OperatorRole[] = ['content'];
const read = { auth: 'operator', movesMoney: false, rate: 'read', roles: readers } as const;
const write = {
  auth: 'operator',
  movesMoney: false,
  rate: 'money',
  roles: writers,
  method: 'POST',
} as const;

export const operatorAnnouncementCalls = {
  announcements: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/announcement/list',
    summary: 'Announcements and articles with their drafts, newest first.',
    input: Fields({
      ...pageFields,
      cate: Type.Optional(Type.Union([ArticleCate(), Type.String({ pattern: '^[1-3]$' })])),
    }),
    output: ListOf(Type.Object(row)),
    codes: [],
  }),
  findAnnouncement: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/announcement/find',
    summary: 'One of them with the words of its draft and what was proposed of it.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reannouncement: AnnouncementDraft }),
    codes: [5007],
  }),
  previewAnnouncement: defineCall({
    ...write,
    path: '/operator/announcement/preview',
    summary: 'How words will look, without keeping them.',
    rate: 'read',
    input: Fields({ body: Body() }),
    output: Type.Object({ blocks: Type.Array(Block) }),
    codes: [],
  }),
  beginAnnouncement: defineCall({
    ...write,
    path: '/operator/announcement/begin',
    summary: 'Begins a draft with its English words.',
    input: Fields({ cate: ArticleCate(), title: Title(), body: Body() }),
    output: Type.Object({ ID: Id(), revision: Revision() }),
    codes: [],
  }),
  writeAnnouncement: defineCall({
    ...write,
    path: '/operator/announcement/write',
    summary:
      'Writes the words of one language into the draft; empty ones take the language out. Members see nothing of it.',
    input: Fields({
      ID: IdIn(),
      revision: Revision(),
      lang: Lang(),
      title: Title(),
      body: Body(),
    }),
    output: Type.Object({ revision: Revision() }),
    codes: [5007, 5033],
  }),
  proposeAnnouncement: defineCall({
    ...write,
    path: '/operator/announcement/propose',
    summary: 'Proposes the draft as it is; it appears at its time once another person agrees.',
    input: Fields({
      ID: IdIn(),
      revision: Revision(),
      publishAt: Type.Optional(Time('absent: as soon as it is agreed')),
      reason: Reason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5033, 5034],
  }),
  takeBackAnnouncement: defineCall({
    ...write,
    roles: ['content', 'approver'],
    path: '/operator/announcement/takeBack',
    summary: 'Takes back what is on its way, or what members read now; one person may do it.',
    input: Fields({
      ID: IdIn(),
      what: Type.Union([Type.Literal('coming'), Type.Literal('published')]),
      reason: Reason(),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
