/** API of announcement drafts in fourteen languages: proposed by one person, published once another approves (ADR 26). */
import { type Static, Type } from 'typebox';
import { ArticleCate, Block } from '../../backoffice/announcement.ts';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, Lang, ListOf, NoData, pageFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const Title = () => Type.String({ maxLength: 120 });
const Body = () =>
  Type.String({
    maxLength: 5_000,
    description: '"# " starts a heading, "- " an item; **strong**, [text](https://…)',
  });
const Reason = () => Type.String({ minLength: 1, maxLength: 500 });
const Revision = () =>
  Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'revision of the draft that was read; an older one returns 5033',
  });

const Coming = Type.Object({
  state: Type.Union([Type.Literal('proposed'), Type.Literal('scheduled')]),
  publishAt: Type.Union([Time('when it will be published'), Type.Null()], {
    description: 'null: as soon as it is approved',
  }),
  reviewId: Id(),
});

const row = {
  ID: Id(),
  CreatedAt: Time('when the draft was created'),
  cate: ArticleCate(),
  title: Type.String({ description: "the draft's English title" }),
  langs: Type.Array(Type.String(), { description: "the draft's languages" }),
  publishedAt: Type.Union([Time(), Type.Null()], { description: 'null: not published' }),
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
      isPublished: Type.Boolean({ description: 'exactly this text is published' }),
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
      proposedBy: Type.String({ description: 'empty: supplied with the system' }),
      langs: Type.Array(Type.String()),
    }),
    { description: 'proposed versions, newest first' },
  ),
});
export type AnnouncementDraft = Static<typeof AnnouncementDraft>;

const write = {
  auth: 'operator',
  movesMoney: false,
  rate: 'money',
  needs: ['content.write'],
  method: 'POST',
} as const;

export const operatorAnnouncementCalls = {
  announcements: defineCall({
    ...operatorRead('content.read'),
    path: '/operator/announcement/list',
    summary: 'Lists announcements and articles with their drafts, newest first.',
    input: Fields({
      ...pageFields,
      cate: Type.Optional(Type.Union([ArticleCate(), Type.String({ pattern: '^[1-3]$' })])),
    }),
    output: ListOf(Type.Object(row)),
    codes: [],
  }),
  findAnnouncement: defineCall({
    ...operatorRead('content.read'),
    path: '/operator/announcement/find',
    summary: 'Returns one announcement or article with its draft and versions.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reannouncement: AnnouncementDraft }),
    codes: [5007],
  }),
  previewAnnouncement: defineCall({
    ...write,
    path: '/operator/announcement/preview',
    summary: 'Renders a text without saving it.',
    rate: 'read',
    input: Fields({ body: Body() }),
    output: Type.Object({ blocks: Type.Array(Block) }),
    codes: [],
  }),
  beginAnnouncement: defineCall({
    ...operatorAct('content.write'),
    path: '/operator/announcement/begin',
    summary: 'Creates a draft with its English text.',
    input: Fields({ cate: ArticleCate(), title: Title(), body: Body() }),
    output: Type.Object({ ID: Id(), revision: Revision() }),
    codes: [],
  }),
  writeAnnouncement: defineCall({
    ...operatorAct('content.write'),
    path: '/operator/announcement/write',
    summary:
      'Saves the text of one language in the draft; empty text removes the language. Not visible to members.',
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
    ...operatorAct('content.write'),
    path: '/operator/announcement/propose',
    summary:
      'Proposes the draft for publication; it is published at its time once another person approves.',
    input: Fields({
      ID: IdIn(),
      revision: Revision(),
      publishAt: Type.Optional(Time('absent: as soon as it is approved')),
      reason: Reason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5033, 5034],
  }),
  takeBackAnnouncement: defineCall({
    ...operatorAct('content.write', 'reviews.second'),
    path: '/operator/announcement/takeBack',
    summary: 'Withdraws a proposal or unpublishes a text. One person is enough.',
    input: Fields({
      ID: IdIn(),
      what: Type.Union([Type.Literal('coming'), Type.Literal('published')]),
      reason: Reason(),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
